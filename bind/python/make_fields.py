#!/usr/bin/env python3
"""Writes fields.py: the fields of every game's state, with their places.

The names come from the structs in games/*.h, the places and sizes from the C
compiler, so neither can be wrong by hand. Usage: make_fields.py CC HEADER...
"""
import pathlib
import re
import subprocess
import sys
import tempfile

KINDS = {"uint8_t": "u1", "int8_t": "i1", "uint16_t": "<u2",
         "int16_t": "<i2", "uint32_t": "<u4", "uint64_t": "<u8"}


def structs(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return {name: re.findall(r"\s*(struct \w+|\w+)\s+([^;]+);", body)
            for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", text,
                                         flags=re.S | re.M)}


def fields(name, found):
    """Lines of C that print the fields of a struct as a Python list."""
    lines = []
    for kind, names in found[name]:
        for one in names.split(","):
            field, dims = re.match(r"\s*(\w+)\s*((?:\[[^]]+\])*)",
                                   one).groups()
            lines.append('printf("(\\"%s\\", %%zu, ", offsetof(struct %s, '
                         '%s));' % (field, name, field))
            if kind in KINDS:
                lines.append('printf("\\"%s\\"");' % KINDS[kind])
            else:
                inner = kind.split()[1]
                lines.append('printf("[%%zu, ", sizeof(struct %s));' % inner)
                lines += fields(inner, found)
                lines.append('printf("]");')
            lines.append('printf(", (");')
            for size in re.findall(r"\[([^]]+)\]", dims):
                lines.append('printf("%%d, ", (int)(%s));' % size)
            lines.append('printf(")), ");')
    return lines


def main(compiler, headers):
    print('"""The fields of every state: name, place, kind, dimensions. '
          'Made by\nmake_fields.py."""')
    print("FIELDS = {")
    for header in map(pathlib.Path, headers):
        name, found = header.stem, structs(header.read_text())
        # A state is the struct that has the number of seats.
        state = [s for s in found if any(
            re.search(r"\bseats\b", names) for _, names in found[s])
            and any(re.search(r"\bactive\b", names)
                    for _, names in found[s])]
        if len(state) != 1:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "fields.c")
            source.write_text(
                '#include "%s"\n#include <stddef.h>\n#include <stdio.h>\n'
                "int main(void)\n{\n%s\nreturn 0;\n}\n"
                % (header.resolve(), "\n".join(fields(state[0], found))))
            program = str(source.with_suffix(""))
            subprocess.run([*compiler.split(), "-w", "-Iinclude", "-o",
                            program, str(source)], check=True)
            text = subprocess.run([program], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
        print("    %r: [%s]," % (name.replace("_", "-"), text.rstrip(", ")))
    print("}")


main(sys.argv[1], sys.argv[2:])
