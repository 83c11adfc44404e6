/* Calls a person who may be looking elsewhere: it is your turn. */

const TONE = 660; // Hz
const LONG = 0.18; // s

/** @type {AudioContext | null} */
let audio = null;

/** @param {import('./settings.js').Values} wanted */
export function callPerson({ sound, vibration }) {
    if (sound)
        playTone();
    if (vibration && navigator.userActivation?.hasBeenActive)
        navigator.vibrate?.(120);
}

/** Softly in and out, so that it does not crack. */
function playTone() {
    audio ??= new AudioContext();
    audio.resume();
    const { currentTime: now, destination } = audio;
    const tone = new OscillatorNode(audio, { frequency: TONE });
    const loudness = new GainNode(audio, { gain: 0 });

    loudness.gain.linearRampToValueAtTime(0.2, now + 0.02);
    loudness.gain.linearRampToValueAtTime(0, now + LONG);
    tone.connect(loudness).connect(destination);
    tone.start(now);
    tone.stop(now + LONG);
}
