/* Buttons side by side need not all say what the question has said. */

/**
 * Of texts that begin and end alike, the words in which they differ.
 * @param {string[]} texts
 */
export function differing(texts) {
    const all = texts.map((text) => text.split(' '));
    const least = Math.min(...all.map((words) => words.length));
    /** @param {number} at */
    const isSame = (at) => all.every((words) => words.at(at) === all[0].at(at));
    let [head, tail] = [0, 0];

    while (head < least - 1 && isSame(head))
        head++;
    while (head + tail < least - 1 && isSame(-1 - tail))
        tail++;
    return all.map((words) => words.slice(head, words.length - tail).join(' '));
}
