/* Where the page begins. */
import { startApp } from './app.js';
import { h } from './dom.js';
import { keepOffline } from './offline.js';
import { openTable } from './screens/at_table.js';
import { openChoose } from './screens/choose.js';
import { openEnd } from './screens/end.js';
import { openHistory } from './screens/history.js';
import { openPlay } from './screens/play.js';
import { openPlayers } from './screens/players.js';
import { openPrivacy } from './screens/privacy.js';
import { openReplay } from './screens/replay.js';
import { openRules } from './screens/rules.js';
import { openSettings } from './screens/settings.js';
import { openTake } from './screens/take.js';
import { openTogether } from './screens/together.js';

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
            together: openTogether,
            table: openTable,
            take: openTake,
            privacy: openPrivacy,
        });
        keepOffline(app);
    } catch (error) {
        const sorry = document.querySelector('template')?.content;
        root.replaceChildren(sorry?.cloneNode(true) ?? '',
            h('pre', {}, String(error)));
    }
}
