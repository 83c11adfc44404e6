/* Bots may think with a brain from a file: opened, named and forgotten here. */
import { forgetBrain, openBrain, ownBrain } from '../../device/brains.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { asSentence } from '../../online/asking.js';

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../engine/engine.js').Game} game
 */
export function brainChoice(app, game) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'alert' });
    const now = h('div', { class: 'brain' });
    const input = h('input', { type: 'file', id: 'brain-file', class: 'unseen',
        accept: '.brain', change: async () => {
            const file = input.files?.[0];

            if (!file)
                return;
            const refused = await openBrain(app, game.id, file);
            input.value = '';
            said.textContent = refused && asSentence(words.the(refused,
                { word: file.name }), words.language);
            draw();
        } });
    const draw = () => {
        const own = ownBrain(app, game.id);

        now.replaceChildren(...(own ? [h('p', {}, words.the('page.brain.own',
            { word: own.name })), h('button', { type: 'button',
            'data-forget-brain': true, click: () => {
                forgetBrain(app, game.id);
                draw();
            } }, icon('close'), words.the('page.brain.forget'))]
            : [h('label', { class: 'button', for: 'brain-file' },
                words.the('page.brain.open'))]));
    };

    draw();
    return h('details', { class: 'paper', open: !!ownBrain(app, game.id) },
        h('summary', {}, words.the('page.brain')),
        h('p', { class: 'soft' }, words.the('page.brain.about')),
        input, now, said);
}
