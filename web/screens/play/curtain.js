/* Between two people at one device no one sees the table. */
import { h } from '../../elements/dom.js';

/**
 * @param {HTMLElement} play the whole screen
 * @param {HTMLElement} curtain a part of it
 * @param {import('../../app.js').App} app
 * @param {import('../../game/face.js').Face} session
 */
export function drawCurtain(play, curtain, { words }, session) {
    const { phase, asked, names } = session;
    const hidden = phase !== 'curtain';

    curtain.hidden = hidden;
    for (const part of play.children)
        if (part instanceof HTMLElement && part !== curtain)
            part.inert = !hidden;
    if (hidden)
        return;
    curtain.replaceChildren(
        h('h2', {}, words.the('page.curtain', { seat: asked }, names)),
        h('p', {}, words.the('page.curtain.why')),
        h('button', { type: 'button', class: 'main',
            click: () => session.lift() },
        words.the('page.curtain.lift', { seat: asked }, names)));
    curtain.querySelector('button')?.focus();
}
