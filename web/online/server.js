/* Is there a server behind this page at whose tables people play together? */

/** @type {boolean} whether it answered last time */
let answered = false;

/** Did it answer when it was last asked? */
export function didServerAnswer() {
    return answered;
}

/** @returns {Promise<string>} '', or the sentence that says why there is none */
export async function whyNoServer() {
    let why = 'page.together.offline';

    try {
        const answer = await fetch('healthz', { cache: 'no-store' });
        const isOurs = answer.ok && (await answer.text()).trim() === 'ok';
        why = isOurs ? '' : 'page.together.static';
    } catch {
        /* no one answers */
    }
    answered = why === '';
    return why;
}
