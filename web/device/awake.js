/* The screen stays on while people look at real dice and not at it. */

/** @returns {() => void} lets it sleep again */
export function stayAwake() {
    /** @type {WakeLockSentinel | null} */
    let lock = null;
    let wanted = true;
    const hold = async () => {
        if (!wanted || document.hidden || !('wakeLock' in navigator))
            return;
        try {
            lock = await navigator.wakeLock.request('screen');
            if (!wanted)
                lock.release();
        } catch {
            /* the device saves its battery */
        }
    };

    document.addEventListener('visibilitychange', hold);
    hold();
    return () => {
        wanted = false;
        document.removeEventListener('visibilitychange', hold);
        lock?.release();
    };
}

/**
 * A screen that is awake as long as it is open.
 * @template {import('../app.js').Screen} T
 * @param {T} screen
 * @returns {T}
 */
export function awake(screen) {
    const sleep = stayAwake();
    const close = screen.close?.bind(screen);

    screen.close = () => {
        sleep();
        close?.();
    };
    return screen;
}
