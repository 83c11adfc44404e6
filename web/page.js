/*
 * Where the page begins. It imports nothing before it can say that something is
 * wrong: a page that loads while its server gets another build may be made of
 * both. Then it loads again, once.
 */
const root = document.querySelector('main');

if (root) {
    try {
        const [{ startApp }, { openChoose }, { keepOffline }] = await Promise.all([
            import('./app.js'), import('./screens/home.js'),
            import('./device/offline.js')]);
        const app = await startApp(root, {
            '': openChoose,
            /* Loaded by those who want them. */
            new: async (...at) =>
                (await import('./screens/players.js')).openPlayers(...at),
            play: async (app, id) => {
                const { openPlay } = await import('./screens/play.js');
                const screen = openPlay(app, id);
                if (!app.store.game(id)?.real)
                    return screen;
                return (await import('./device/awake.js')).awake(screen);
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
        const what = document.createElement('pre');
        what.textContent = String(error);
        root.replaceChildren(sorry?.cloneNode(true) ?? '', what);
    }
    if (await isWhole())
        sessionStorage.removeItem('again');
    else if (!sessionStorage.getItem('again')) {
        sessionStorage.setItem('again', '1');
        location.reload();
    }
}

export {}; // a module, though it imports nothing at its top

/** What has come since is of this build, if that is still served. */
async function isWhole() {
    const { build } = document.documentElement.dataset;
    const answer = await fetch('./', { cache: 'no-cache' }).catch(() => null);

    return !answer?.ok || (await answer.text()).includes(`data-build="${build}"`);
}
