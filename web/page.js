/* Where the page begins. */
import { startApp } from './app.js';
import { awake } from './device/awake.js';
import { h } from './elements/dom.js';
import { keepOffline } from './device/offline.js';
import { openChoose } from './screens/home.js';

const root = document.querySelector('main');

if (root) {
    try {
        const app = await startApp(root, {
            '': openChoose,
            /* Loaded by those who want them. */
            new: async (...at) =>
                (await import('./screens/players.js')).openPlayers(...at),
            play: async (app, id) => {
                const { openPlay } = await import('./screens/play.js');
                const screen = openPlay(app, id);
                return app.store.game(id)?.real ? awake(screen) : screen;
            },
            end: async (...at) =>
                (await import('./screens/end.js')).openEnd(...at),
            replay: async (...at) =>
                (await import('./screens/replay.js')).openReplay(...at),
            history: async (...at) =>
                (await import('./screens/history.js')).openHistory(...at),
            rules: async (...at) =>
                (await import('./screens/rules.js')).openRules(...at),
            sheets: async (...at) =>
                (await import('./screens/sheets.js')).openSheets(...at),
            sheet: async (...at) =>
                (await import('./screens/sheets.js')).openShared(...at),
            edit: async (...at) =>
                (await import('./screens/sheets/editor.js')).openEditor(...at),
            guide: async (...at) =>
                (await import('./screens/guide.js')).openGuide(...at),
            settings: async (app) =>
                (await import('./screens/settings.js')).openSettings(app),
            together: async (...at) =>
                (await import('./screens/tables/together.js')).openTogether(...at),
            table: async (...at) =>
                (await import('./screens/tables/at_table.js')).openTable(...at),
            take: async (...at) =>
                (await import('./screens/tables/take.js')).openTake(...at),
            key: async (...at) =>
                (await import('./screens/tables/take.js')).openKey(...at),
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
