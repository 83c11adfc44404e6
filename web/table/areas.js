/* Which parts of the table belong to a seat, and in which order they matter. */

/**
 * The areas that a seat plays with, the most important first: what it fills,
 * its hand, what lies beside; tables that only inform come last.
 * @param {import('../engine/engine.js').View} view
 * @param {number} seat
 */
export function seatAreas(view, seat) {
    return view.areas.map((area, index) => ({ area, index }))
        .filter(({ area }) => area.role !== 'throw' &&
            area.role !== 'choices' &&
            (area.seat === undefined || area.seat === seat))
        .map(({ area, index }) => ({ index, rank: rankOf(view, area, index) }))
        .sort((a, b) => a.rank - b.rank || a.index - b.index)
        .map(({ index }) => index);
}

/**
 * Areas come and go: this says which is which in any view of a game.
 * @param {import('../engine/engine.js').Area} area
 */
export function areaKey({ role, seat, title }) {
    return `${role} ${seat ?? ''} ${title ?? ''}`;
}

/**
 * What a seat still has to do, as counters: it belongs to the question, and
 * must not be scrolled away.
 * @param {import('../engine/engine.js').View} view
 * @param {number} index
 */
export function isToDo(view, index) {
    const { role, seat } = view.areas[index];

    return role === 'supply' && seat !== undefined && view.pieces.every(
        (piece) => piece.area !== index || piece.kind === 'counter');
}

/**
 * @param {import('../engine/engine.js').View} view
 * @param {import('../engine/engine.js').Area} area
 * @param {number} index
 */
function rankOf(view, area, index) {
    const informs = view.pieces.every((piece) => piece.area !== index ||
        piece.kind === 'label' || piece.kind === 'counter');

    switch (area.role) {
    case 'supply':
        return area.seat === undefined ? 4 : 0;
    case 'board':
        return informs ? 5 : 1;
    case 'hand':
        return 2;
    default:
        return 3;
    }
}
