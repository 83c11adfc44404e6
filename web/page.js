/* Where the page begins. */
import { startApp } from './app.js';
import { h } from './dom.js';
import { keepOffline } from './offline.js';
import { openChoose } from './screens/choose.js';
import { openEnd } from './screens/end.js';
import { openHistory } from './screens/history.js';
import { openPlay } from './screens/play.js';
import { openPlayers } from './screens/players.js';
import { openReplay } from './screens/replay.js';
import { openRules } from './screens/rules.js';
import { openSettings } from './screens/settings.js';

const root = document.querySelector('main');

if (root) {
    try {
        const app = await startApp(root, {
            '': openChoose,
            new: openPlayers,
            play: openPlay,
            end: openEnd,
            replay: openReplay,
            history: openHistory,
            rules: openRules,
            settings: openSettings,
            /* Loaded by those who play together. */
            together: async (...at) =>
                (await import('./screens/together.js')).openTogether(...at),
            table: async (...at) =>
                (await import('./screens/at_table.js')).openTable(...at),
            take: async (...at) =>
                (await import('./screens/take.js')).openTake(...at),
            privacy: async (app) =>
                (await import('./screens/privacy.js')).openPrivacy(app),
        });
        keepOffline(app);
    } catch (error) {
        const sorry = document.querySelector('template')?.content;
        root.replaceChildren(sorry?.cloneNode(true) ?? '',
            h('pre', {}, String(error)));
    }
}
