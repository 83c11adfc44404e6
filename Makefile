# The only build file. Everything it makes lies under $(B). 'make help' lists
# what it can make; CC, CFLAGS, LDFLAGS, PREFIX and DESTDIR are yours.

B ?= build
ifeq ($(origin CC),default)
CC = gcc
endif
PREFIX ?= /usr/local
PKG_CONFIG ?= pkg-config
OPT ?= -O2
CFLAGS ?= -g $(OPT)
VERSION := $(shell sed -n 's/^\#define PL_VERSION "\(.*\)"/\1/p' include/parlour.h)
# A rule function need not use its game; constants are enums, also in fractions.
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wswitch-enum -Wvla \
	-Wundef -Wno-unused-parameter -Wno-enum-float-conversion $(WERROR)
# A game reads union pl_state as a struct of its own: where a compiler sees
# both, it must not take them for strangers and drop the copy of a state. Bots
# count in fractions: every machine rounds them alike.
LAWS = -std=c17 -fno-strict-aliasing -ffp-contract=off $(WARN) -Iinclude -Isrc
NEEDS = libmicrohttpd libuv libqrencode zlib jansson sqlite3 libsodium libpq
NEEDS_FLAGS := $(shell $(PKG_CONFIG) --cflags $(NEEDS) 2>/dev/null)
COMPILE = $(CC) -D_GNU_SOURCE $(if $(SAN),-DPL_SANITIZED) $(LAWS) $(NEEDS_FLAGS) \
	$(CPPFLAGS) $(CFLAGS) $(SAN)
LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(SAN)

LIB_SRC = $(wildcard src/*.c) $(filter-out games/pig.c,$(wildcard games/*.c)) \
	$(wildcard bots/*.c)
LAB_SRC = $(filter-out lab/team_mpi.c,$(wildcard lab/*.c))
PAPER_SRC = $(wildcard paper/*.c)
CLI_SRC = $(wildcard cli/*.c server/*.c server/*/*.c)
LAB_LIBS = -lm -lpthread
LIBS = $(shell $(PKG_CONFIG) --libs $(NEEDS)) $(LAB_LIBS)
TESTS = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c tests/rules_*.c))
PO = $(wildcard po/*.po)
EXAMPLES = $(wildcard examples/*.record)
GUIDES = $(wildcard guides/*.guide)

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_OBJ = $(call obj,$(LIB_SRC)) $(B)/obj/catalogue.o $(B)/obj/sheets.o \
	$(B)/obj/shapes.o

all: $(B)/parlour $(if $(MPI),$(B)/parlour-mpi)

LAB = $(B)/liblab.a $(B)/libparlour.a

FACES = $(wildcard paper/fonts/*.ttf)
PAPER = $(call obj,$(PAPER_SRC)) $(B)/obj/widths.o
MADE = $(B)/obj/examples.o $(B)/obj/fonts.o $(PAPER)

$(B)/parlour: $(call obj,$(CLI_SRC)) $(MADE) $(LAB)
	$(LINK) -o $@ $^ $(LIBS)

# The same command, but it does not look whose a table is before it writes:
# tests/unfenced sees whether tests/cluster notices.
UNFENCED = claims errands

$(B)/parlour-unfenced: $(filter-out $(UNFENCED:%=\%/%.o),$(call obj,$(CLI_SRC))) \
		$(UNFENCED:%=$(B)/unfenced/%.o) $(MADE) $(LAB)
	$(LINK) -o $@ $^ $(LIBS)

$(B)/unfenced/%.o: server/store/%.c server/store/claims.h
	@mkdir -p $(@D)
	$(COMPILE) -DUNFENCED -c -o $@ $<

# The same command with another version of the wire: tests/page/nodes.test.mjs
# upgrades to it.
$(B)/parlour-otherwise: $(filter-out %/wire_write.o,$(call obj,$(CLI_SRC))) \
		$(B)/otherwise.o $(MADE) $(LAB)
	$(LINK) -o $@ $^ $(LIBS)

$(B)/otherwise.o: server/wire_write.c server/wire.h
	@mkdir -p $(@D)
	$(COMPILE) -DWIRE_VERSION=999 -c -o $@ $<

# The same command with lab/team_mpi.c in the place of lab/team.c.
$(B)/parlour-mpi: $(call obj,$(CLI_SRC)) $(MADE) $(B)/team_mpi.o $(LAB)
	mpicc $(CFLAGS) $(LDFLAGS) $(SAN) -o $@ $^ $(LIBS)

$(B)/team_mpi.o: lab/team_mpi.c lab/lab.h
	mpicc -D_GNU_SOURCE $(LAWS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# What others link: the engine, the match, the bots.
$(B)/libparlour.a: $(LIB_OBJ)
$(B)/liblab.a: $(call obj,$(LAB_SRC))
# What a test needs of the server is linked in, the rest is left out.
$(B)/libserver.a: $(call obj,$(wildcard server/*.c server/*/*.c))
$(B)/libpaper.a: $(PAPER)
%.a:
	rm -f $@
	$(AR) qcs $@ $^

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

# The same as a shared library. It exports what the public headers name.
ABI := $(shell sed -n 's/^\#define PL_ABI //p' include/parlour.h)
SHARED = $(B)/libparlour.so.$(ABI)
SHARED_OBJ = $(LIB_OBJ:$(B)/obj/%=$(B)/pic/%)

shared: $(B)/libparlour.so

$(B)/libparlour.so: $(SHARED)
	ln -sf $(<F) $@

$(SHARED): $(SHARED_OBJ) $(B)/libparlour.map
	$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script=$(B)/libparlour.map \
		-Wl,-z,text -Wl,-z,defs -o $@ $(SHARED_OBJ) -lm

$(B)/libparlour.map: $(wildcard include/*.h)
	@mkdir -p $(@D)
	{ echo "PARLOUR_$(ABI) { global:"; \
	grep -ohE '\bpl_[a-z0-9_]+' $^ | LC_ALL=C sort -u | sed 's/$$/;/'; \
	echo "local: *; };"; } > $@

compile_pic = $(COMPILE) -fPIC -fno-semantic-interposition -Igames -MMD -MP -c -o $@ $<

$(B)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(compile_pic)

$(B)/pic/%.o: $(B)/%.c
	@mkdir -p $(@D)
	$(compile_pic)

$(B)/catalogue: tools/catalogue.c src/json_write.c src/buffer.c src/base.c \
		$(wildcard include/*.h)
	@mkdir -p $(@D)
	$(CC) -std=c17 -D_GNU_SOURCE -O1 $(WARN) -Iinclude -o $@ \
		$(filter %.c,$^)

$(B)/catalogue.c: $(B)/catalogue $(PO)
	$(B)/catalogue $(PO) > $@.new
	mv $@.new $@

$(B)/sheets: tools/sheets.c $(wildcard games/play_and_repeat*.h) \
		games/play_and_repeat_sheet.c games/kit.h include/parlour.h
	@mkdir -p $(@D)
	$(CC) -std=c17 -O1 $(WARN) -Iinclude -o $@ $<

$(B)/sheets.c: $(B)/sheets
	$(B)/sheets > $@.new
	mv $@.new $@

$(B)/examples.c: tools/examples $(EXAMPLES)
	@mkdir -p $(@D)
	tools/examples $(EXAMPLES) > $@.new
	mv $@.new $@

$(B)/shapes.c: tools/shapes web/table/pieces/shapes.js
	@mkdir -p $(@D)
	tools/shapes web/table/pieces/shapes.js > $@.new
	mv $@.new $@

# Typefaces for paper: how wide their letters are, and for PDFs the files.
$(B)/faces: tools/faces.c
	@mkdir -p $(@D)
	$(CC) -std=c17 -O1 $(WARN) -o $@ $<

$(B)/widths.c: $(B)/faces $(FACES)
	$(B)/faces widths $(FACES) > $@.new
	mv $@.new $@

$(B)/fonts.c: $(B)/faces $(FACES)
	$(B)/faces bytes $(FACES) > $@.new
	mv $@.new $@

$(addprefix $(B)/obj/,catalogue.o sheets.o examples.o shapes.o widths.o fonts.o): $(B)/obj/%.o: $(B)/%.c
	@mkdir -p $(@D)
	$(COMPILE) -Igames -Icli -Ipaper -c -o $@ $<

$(B)/strength $(B)/yardstick: $(B)/obj/bench/duel.o
$(B)/strength $(B)/yardstick $(B)/solo $(B)/coach: $(B)/%: $(B)/obj/bench/%.o $(LAB)
	$(LINK) -o $@ $^ $(LAB_LIBS)

$(B)/train: $(call obj,$(wildcard tools/train/*.c)) $(B)/libparlour.a
	$(LINK) -o $@ $^ -lm

WRAP = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

$(B)/allocations: $(B)/obj/bench/allocations.o $(B)/libparlour.a
	$(LINK) $(WRAP) -o $@ $^

# --- Python ------------------------------------------------------------------
# PYTHONPATH=$(B)/python finds the package, and the package finds the library.

PYTHON ?= /usr/bin/python3
PYTHON_SRC = $(wildcard bind/python/parlour/*.py)

python: $(B)/python/parlour/fields.py $(B)/libparlour.so

$(B)/python/parlour/fields.py: $(PYTHON_SRC) bind/python/make_fields.py \
		$(wildcard games/*.h)
	@mkdir -p $(@D)
	cp $(PYTHON_SRC) $(@D)
	$(PYTHON) bind/python/make_fields.py "$(CC)" $(wildcard games/*.h) > $@.new
	mv $@.new $@

# --- WebAssembly -------------------------------------------------------------

# Linked without -O: clang would call wasm-opt, which strips too much.
# For its size: a page waits for it.
WASM_OPT = -Os
# What is read, written and checked now and then is made even smaller; rules,
# chance and bots stay quick.
WASM_SELDOM = $(filter-out src/base.c src/chance.c src/games.c src/sha256.c, \
	$(wildcard src/*.c)) $(wildcard games/*_sheet.c games/*_words.c) \
	$(wildcard web/engine/wasm*.c) web/engine/memory.c
$(WASM_SELDOM:%.c=$(B)/wasm/obj/%.o): WASM_OPT = -Oz
WASM_CC = clang --target=wasm32-wasi
# The page brings brains when bots play: web/engine/brains.c in the place of bots/.
WASM_OBJ = $(filter-out %/bots/brains.o,$(LIB_OBJ:$(B)/%=$(B)/wasm/%)) \
	$(patsubst %.c,$(B)/wasm/obj/%.o,$(wildcard web/engine/*.c))

wasm: $(B)/wasm/parlour.wasm $(B)/wasm/parlour-plain.wasm $(B)/wasm/paper.wasm \
	$(B)/wasm/brains/made

$(B)/brains: $(B)/obj/tools/brains.o $(B)/libparlour.a
	$(LINK) -o $@ $^

$(B)/plurals: $(B)/obj/tools/plurals.o $(B)/libparlour.a
	$(LINK) -o $@ $^

$(B)/wasm/brains/made: $(B)/brains
	rm -rf $(@D)
	mkdir -p $(@D)
	$(B)/brains $(@D)
	touch $@

# Paper is a module of its own, for those who print.
PAPER_OBJ = $(filter-out %/bots/brains.o,$(LIB_OBJ:$(B)/%=$(B)/wasm/%)) \
	$(PAPER:$(B)/%=$(B)/wasm/%) $(patsubst %.c,$(B)/wasm/obj/%.o,$(wildcard web/print/*.c)) \
	$(B)/wasm/obj/web/engine/memory.o $(B)/wasm/obj/web/engine/brains.o
$(filter $(B)/wasm/obj/%,$(PAPER_SRC:%.c=$(B)/wasm/obj/%.o)): WASM_OPT = -Oz

link_wasm = $(WASM_CC) -mexec-model=reactor -Wl,--strip-all \
	-Wl,--stack-first,-z,stack-size=1048576 -o $@ $^

# Bots think with vector instructions; a plain module is for browsers without.
WIDE = think rainbow_turn
$(B)/wasm/parlour.wasm: $(filter-out $(WIDE:%=$(B)/wasm/obj/bots/%.o),$(WASM_OBJ)) \
		$(WIDE:%=$(B)/wasm/wide/%.o)
	$(link_wasm)

$(B)/wasm/parlour-plain.wasm: $(WASM_OBJ)
	$(link_wasm)

$(B)/wasm/paper.wasm: $(PAPER_OBJ)
	$(link_wasm)

compile_wasm = $(WASM_CC) $(LAWS) $(WASM_OPT) -Igames -Ipaper -MMD -MP -c -o $@ $<

$(B)/wasm/obj/%.o: %.c
	@mkdir -p $(@D)
	$(compile_wasm)

$(B)/wasm/wide/%.o: bots/%.c
	@mkdir -p $(@D)
	$(compile_wasm) -msimd128

$(B)/wasm/obj/%.o: $(B)/%.c
	@mkdir -p $(@D)
	$(compile_wasm)

# --- The page ----------------------------------------------------------------
# What the browser gets: the modules without comments, the engine, words, and a
# service worker that knows a version and all files of it.

PAGE_SRC = $(shell find web -type f ! -name '*.[ch]')

web: $(B)/web/worker.js

$(B)/web/worker.js: $(PAGE_SRC) $(B)/wasm/parlour.wasm $(B)/wasm/parlour-plain.wasm $(B)/wasm/paper.wasm $(B)/wasm/brains/made \
		$(B)/catalogue $(B)/plurals $(PO) $(EXAMPLES) $(GUIDES) tools/lay_page
	B=$(B) tools/lay_page $(PO)

# --- Tests -------------------------------------------------------------------

TEST_HELP = $(call obj,tests/script.c tests/house.c tests/postgres.c games/pig.c \
	cli/protocol.c) $(B)/libpaper.a
$(B)/tests/%: $(B)/obj/tests/%.o $(TEST_HELP) $(B)/libserver.a $(LAB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -lcmocka $(LIBS)

# People at the tables of a server, for tests/tables.mjs and bench/load.
$(B)/crowd: $(call obj,bench/crowd.c $(wildcard bench/crowd/*.c)) $(B)/libparlour.a
	$(LINK) -o $@ $^ -lwslay $(LIBS)

tests: $(TESTS:%=$(B)/tests/%) $(B)/crowd $(B)/allocations $(B)/train \
	$(B)/parlour-otherwise

test: $(TESTS:%=run-%)

run-%: $(B)/tests/%
	$<

test-wasm: wasm
	B=$(B) node --test tests/wasm.mjs

# --- Fuzzing -----------------------------------------------------------------
# make fuzz builds the libFuzzer targets, to be run on fuzz/corpus/NAME; every
# build can replay the corpus.

FUZZ = record sheet protocol wire frames http

fuzz:
	$(MAKE) B=build/fuzz CC=clang OPT=-O1 \
		SAN="-fsanitize=fuzzer-no-link,address,undefined" \
		$(FUZZ:%=build/fuzz/fuzz-%)

$(B)/fuzz-%: $(B)/obj/fuzz/%.o $(B)/obj/cli/protocol.o $(B)/libserver.a $(LAB)
	$(LINK) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)

$(B)/replay-%: $(call obj,fuzz/replay.c) $(B)/obj/fuzz/%.o \
		$(B)/obj/cli/protocol.o $(B)/libserver.a $(LAB)
	$(LINK) -o $@ $^ $(LIBS)

corpus: $(FUZZ:%=$(B)/replay-%)
	@for t in $(FUZZ); do $(B)/replay-$$t fuzz/corpus/$$t/* || exit 1; done

# --- Languages ---------------------------------------------------------------

po:
	node tools/po/update.mjs
	for f in $(PO); do msgfmt -c -o /dev/null $$f || exit 1; done

# --- Installing --------------------------------------------------------------

BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
UNITDIR ?= $(LIBDIR)/systemd/system
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages

$(B)/man/parlour.1: $(B)/parlour tools/manual include/parlour.h
	tools/manual $(B)/parlour $(@D)

$(B)/completion/_parlour: $(B)/parlour tools/completion
	tools/completion $(B)/parlour $(@D)

$(B)/parlour.pc: Makefile include/parlour.h
	@mkdir -p $(@D)
	printf '%s\n' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' \
		'Name: Parlour' 'Description: Eight number games as an exact, fast engine' \
		'Version: $(VERSION)' 'Libs: -L$${libdir} -lparlour' 'Libs.private: -lm' \
		'Cflags: -I$${includedir}' > $@

install: all web shared python $(B)/man/parlour.1 $(B)/completion/_parlour $(B)/parlour.pc
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(INCLUDEDIR) $(LIBDIR)/pkgconfig \
		$(UNITDIR) $(DATADIR)/parlour $(DATADIR)/man/man1 $(DATADIR)/man/man3 \
		$(DATADIR)/bash-completion/completions $(DATADIR)/zsh/site-functions \
		$(DATADIR)/fish/vendor_completions.d $(PYTHONDIR)/parlour)
	install $(B)/parlour $(DESTDIR)$(BINDIR)
	install -m 644 include/*.h $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(B)/libparlour.a $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/libparlour.so
	install -m 644 $(B)/parlour.pc $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 $(B)/man/*.1 $(DESTDIR)$(DATADIR)/man/man1
	install -m 644 $(B)/man/*.3 $(DESTDIR)$(DATADIR)/man/man3
	install -m 644 $(B)/completion/parlour.bash \
		$(DESTDIR)$(DATADIR)/bash-completion/completions/parlour
	install -m 644 $(B)/completion/_parlour $(DESTDIR)$(DATADIR)/zsh/site-functions
	install -m 644 $(B)/completion/parlour.fish \
		$(DESTDIR)$(DATADIR)/fish/vendor_completions.d
	sed 's#^ExecStart=[^ ]*#ExecStart=$(BINDIR)/parlour#' docs/parlour.service \
		> $(DESTDIR)$(UNITDIR)/parlour.service
	chmod 644 $(DESTDIR)$(UNITDIR)/parlour.service
	rm -rf $(DESTDIR)$(DATADIR)/parlour/web
	cp -R $(B)/web $(DESTDIR)$(DATADIR)/parlour/
	install -m 644 $(B)/python/parlour/*.py $(DESTDIR)$(PYTHONDIR)/parlour

# A Debian package per part, beside this folder's build.
deb:
	rm -rf $(B)/deb
	mkdir -p $(B)/deb
	$(MAKE) -s dist
	tar -C $(B)/deb -xf $(B)/parlour-$(VERSION).tar.gz
	cd $(B)/deb/parlour-$(VERSION) && dpkg-buildpackage -b -us -uc
	lintian --fail-on error,warning --suppress-tags-from-file debian/silent \
		$(B)/deb/*.changes

# Builds without git.
dist:
	@mkdir -p $(B)
	git archive --prefix=parlour-$(VERSION)/ -o $(B)/parlour-$(VERSION).tar.gz HEAD

clean:
	rm -rf $(B)

help:
	@echo "make            $(B)/parlour, the command"
	@echo "make web        $(B)/web, what 'parlour serve' serves"
	@echo "make shared     $(B)/libparlour.so, for other programs"
	@echo "make python     $(B)/python, the package for Python"
	@echo "make install    all of them, with man pages; PREFIX, DESTDIR"
	@echo "make deb        Debian packages, in $(B)/deb"
	@echo "make dist       a tarball of the sources"
	@echo "make tests      the C tests; make test runs them"
	@echo "make wasm       $(B)/wasm/parlour.wasm, the engine for browsers"
	@echo "make test-wasm  that it behaves like this build"
	@echo "make fuzz       the libFuzzer targets; make corpus replays what they know"
	@echo "make po         brings the catalogues up to po/en.po and the code"
	@echo "make MPI=1      also $(B)/parlour-mpi, for mpirun"
	@echo "make clean      removes $(B)"
	@echo "A second build beside the first: make B=build/clang CC=clang"
	@echo "Warnings are errors with WERROR=-Werror, as in ./check."

.PHONY: po all shared python deb dist wasm web tests test test-wasm fuzz corpus install clean help
.SECONDARY:
-include $(shell find $(B)/obj $(B)/pic $(B)/wasm -name '*.d' 2>/dev/null)
