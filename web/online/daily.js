/*
 * A result of the day for the server, which replays it: the record, without
 * anyone's name, and a number that makes sending it twice count once.
 */

/**
 * @param {import('../app.js').App} app
 * @param {import('../device/store.js').Kept} kept
 * @returns {Promise<{results?: import('../screens/end/distribution.js').Results,
 *     why?: import('../engine/words.js').Message}>}
 */
export async function sendResult({ store }, kept) {
    const key = kept.key ?? randomKey();

    /* It may have been seen to be over since it was read. */
    if (!kept.key)
        store.saveGame({ ...(store.game(kept.id) ?? kept), key });
    const answer = await fetch(`daily?key=${key}`, { method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: kept.record.replace(/^name .*\n/gm, '') });
    const told = await answer.json();

    return answer.ok ? { results: told } : { why: told.why };
}

function randomKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
