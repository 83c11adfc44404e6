/*
 * In a merge whose catalogues git could not join: joins them message by
 * message. What one side changed is as that side has it; where both changed a
 * sentence, ours stays and the message is named. Then make po.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parse, root, writeEntry } from './file.mjs';

/**
 * @typedef {import('./file.mjs').Catalogue} Catalogue
 * @typedef {import('./file.mjs').Entry} Entry
 */

/** @param {...string} args */
function git(...args) {
    return execFileSync('git', args,
        { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** @param {Entry | undefined} entry */
function textOf(entry) {
    return entry?.lines.join('\n');
}

/**
 * @param {string} id
 * @param {Catalogue[]} sides base, ours, theirs
 * @param {string} file
 */
function joined(id, sides, file) {
    const [base, ours, theirs] = sides.map(({ entries }) => entries.get(id));

    if (textOf(ours) === textOf(theirs) || textOf(theirs) === textOf(base))
        return ours;
    if (textOf(ours) !== textOf(base))
        console.error(`${file}: both sides changed ${id}`);
    return textOf(ours) === textOf(base) ? theirs : ours;
}

/** Our order, and what is new after the message that it followed. @param {Catalogue[]} sides */
function order([, ours, theirs]) {
    const ids = [...ours.entries.keys()];
    let before = '';

    for (const id of theirs.entries.keys()) {
        if (!ours.entries.has(id))
            ids.splice(ids.indexOf(before) + 1, 0, id);
        before = id;
    }
    return ids;
}

for (const file of git('diff', '--name-only', '--diff-filter=U', '--', 'po/*.po')
    .split('\n').filter(Boolean)) {
    const sides = [1, 2, 3].map((stage) => parse(git('show', `:${stage}:${file}`)));
    const entries = order(sides).flatMap((id) =>
        joined(id, sides, file) ?? []);

    writeFileSync(root + file, `${[sides[1].header, ...entries].flatMap(
        (entry) => [entry.section.join('\n'), writeEntry(entry)])
        .filter(Boolean).join('\n\n')}\n`);
}
