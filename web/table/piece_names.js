/* What a piece is called: for screen readers, and wherever it is spoken of. */

/**
 * @param {import('../engine/engine.js').Piece} piece
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names of the players
 */
export function nameOf(piece, words, names) {
    const parts = [...subject(piece, words, names)];

    if (piece.sign)
        parts.push(words.the(`page.sign.${piece.sign}`));
    for (const mark of piece.marks)
        parts.push(words.the(markId(piece, mark)));
    return parts.filter(Boolean).join(', ');
}

/**
 * The names of all pieces of an area: those that would be called the same are
 * told apart by what stands at the head of their column and row.
 * @param {import('../engine/engine.js').Piece[]} pieces
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names of the players
 */
export function namesOf(pieces, words, names) {
    const plain = pieces.map((piece) => nameOf(piece, words, names));

    return plain.map((name, i) => {
        if (plain.indexOf(name) === plain.lastIndexOf(name))
            return name;
        const heads = headsOf(pieces[i], pieces).map(
            (head) => nameOf(head, words, names));
        return [name, heads.join(' ')].filter(Boolean).join(', ');
    });
}

/**
 * What heads a piece's column and row, where something does.
 * @param {import('../engine/engine.js').Piece} piece
 * @param {import('../engine/engine.js').Piece[]} pieces
 */
function headsOf(piece, pieces) {
    /** @param {import('../engine/engine.js').Piece} one */
    const says = (one) => one !== piece && !one.sign && (one.label ||
        (one.kind === 'label' && one.value !== undefined));

    if (piece.kind !== 'box')
        return [];
    return [
        pieces.find((one) => says(one) && one.x === piece.x && one.w === 1 &&
            one.y < piece.y),
        pieces.find((one) => says(one) && one.y === piece.y && one.h === 1 &&
            one.kind !== 'counter'),
    ].filter((one) => one !== undefined);
}

/** @param {import('../engine/engine.js').Piece} piece @param {string} mark */
function markId(piece, mark) {
    return piece.kind === 'cube' && mark === 'used' ? 'page.mark.taken'
        : `page.mark.${mark}`;
}

/**
 * What it is, with its colour and number.
 * @param {import('../engine/engine.js').Piece} piece
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names
 * @returns {string[]}
 */
function subject(piece, words, names) {
    const { kind, colour, value, label } = piece;
    const coloured = colour !== 'plain';

    if (kind === 'cube') {
        const die = words.the(`page.die.${colour}`);
        if (piece.sign)
            return [die];
        return [die, value ? words.number(value)
            : piece.marks.includes('used') ? '' : words.the('page.not_thrown')];
    }
    if (kind === 'token')
        return [piece.seat === undefined ? '' : words.player(piece.seat, names),
            words.the('page.token', { n: value ?? 0 })];
    const parts = [];
    if (kind === 'card')
        parts.push(words.the('page.card'));
    if (label)
        parts.push(words.the(label));
    if (coloured && value !== undefined)
        parts.push(words.the(`page.coloured.${colour}`, { n: value }));
    else if (coloured)
        parts.push(words.the(`page.colour.${colour}`));
    else if (value !== undefined)
        parts.push(words.number(value));
    if (parts.length === 0 && !piece.sign)
        parts.push(words.the('page.box'));
    return parts;
}
