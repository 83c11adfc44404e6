/* Wood, pencil, card, lock and lamp, made of noise and sines. No recordings. */

const LOUDNESS = 0.25; // −12 dB
const REST = 2000; // ms of silence, then the device's sound is let go
const LATE = 400; // ms: what is heard so late belongs to nothing that is seen
/** Hz of the notes that are played. */
const NOTES = { F4: 349.23, G4: 392, A4: 440, C5: 523.25, D5: 587.33,
    E5: 659.25, G5: 783.99, A5: 880, C6: 1046.5 };
/** @type {Record<string, number>} */
const COLOURS = { red: NOTES.C5, yellow: NOTES.D5, green: NOTES.E5,
    blue: NOTES.G5, purple: NOTES.A5, orange: NOTES.C6, white: NOTES.G4,
    plain: NOTES.G4 };
const SEMITONE = 2 ** (1 / 12);

/**
 * @typedef {object} Noise
 * @property {'white' | 'pink' | 'brown'} kind
 * @property {BiquadFilterType} filter
 * @property {number} from Hz
 * @property {number} [to] Hz
 * @property {number} [q]
 * @property {number} long s
 * @property {number} loud
 * @property {number} [after] s
 * @property {number} [wobble] Hz
 * @property {number} [place]
 *
 * @typedef {object} Tone
 * @property {OscillatorType} [kind]
 * @property {number} from Hz
 * @property {number} [to] Hz
 * @property {number} long s
 * @property {number} loud
 * @property {number} [after] s
 * @property {number} [attack] s
 * @property {number} [place]
 */

export class Synthesis {
    #audio = new AudioContext();
    #out = new GainNode(this.#audio, { gain: LOUDNESS });
    /** @type {Map<string, AudioBuffer>} */
    #noises = new Map();

    #timer = 0;
    /** When the last sound is over, by the clock of the audio; s. */
    #ends = 0;

    constructor() {
        this.#out.connect(this.#audio.destination);
        this.wake();
        document.addEventListener('visibilitychange', () => {
            if (document.hidden)
                this.#audio.suspend();
        });
    }

    /**
     * Opens the device's sound again after a silence.
     * @returns {Promise<boolean>} is it still in time for a sound?
     */
    async wake() {
        const asked = performance.now();

        if (this.#audio.state !== 'running')
            await this.#audio.resume();
        this.#rest();
        return performance.now() - asked < LATE;
    }

    /** @param {(synthesis: Synthesis) => void} what */
    async play(what) {
        if (document.hidden || !await this.wake())
            return;
        what(this);
        this.#rest();
    }

    /** An open device costs a phone its battery, also when nothing sounds. */
    #rest() {
        const left = Math.max(0, this.#ends - this.#audio.currentTime);

        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#audio.suspend(),
            1000 * left + REST);
    }

    /* --- Events ------------------------------------------------------------ */

    /** @param {number} which @param {number} place */
    die(which, place) {
        const pitch = 0.92 + Math.random() * 0.16;
        const from = (1100 + which % 7 * 115) * pitch;

        this.#noise({ kind: 'white', filter: 'bandpass', from, q: 4, long: 0.025,
            loud: 1.6, place });
        this.#tone({ from: 180 * pitch, long: 0.04, loud: 0.5, place });
    }

    roll() {
        this.#noise({ kind: 'brown', filter: 'bandpass', from: 500, to: 900,
            q: 1, long: 0.35, loud: 0.9 });
    }

    /** @param {boolean} ring */
    pencil(ring) {
        for (const after of ring ? [0] : [0, 0.15])
            this.#noise({ kind: 'pink', filter: 'highpass', from: 2500,
                long: ring ? 0.22 : 0.12, loud: 0.5, wobble: 38, after });
    }

    choose() {
        this.#tone({ kind: 'triangle', from: 520, long: 0.035, loud: 0.4 });
    }

    /** @param {string} colour @param {number} step */
    done(colour, step) {
        this.#marimba((COLOURS[colour] ?? NOTES.G4) *
            SEMITONE ** Math.min(2 * step, 12), 0, 0.18);
    }

    card() {
        this.#noise({ kind: 'white', filter: 'bandpass', from: 3000, to: 1000,
            q: 1.5, long: 0.06, loud: 0.5 });
    }

    /** @param {number} fields */
    hop(fields) {
        const apart = Math.min(0.09, 0.54 / fields);

        for (let i = 1; i <= fields; i++)
            this.#tone({ from: 240, to: 320, long: 0.045, loud: 0.6,
                after: i * apart });
    }

    lock() {
        this.#tone({ kind: 'square', from: 90, long: 0.015, loud: 0.4 });
        this.#tone({ kind: 'square', from: 140, long: 0.015, loud: 0.4,
            after: 0.02 });
        this.#marimba(NOTES.G5, 0.06, 0.3);
        this.#marimba(NOTES.C6, 0.06, 0.3);
    }

    penalty() {
        this.#tone({ from: 220, to: 165, long: 0.22, loud: 0.5, attack: 0.02 });
    }

    lamp() {
        this.#tone({ from: 880, long: 0.56, loud: 0.2, attack: 0.06 });
    }

    yourTurn() {
        this.#marimba(NOTES.E5, 0, 0.16);
        this.#marimba(NOTES.G5, 0.09, 0.2);
    }

    win() {
        const rise = [NOTES.C5, NOTES.E5, NOTES.G5, NOTES.C6];

        rise.forEach((note, i) => this.#marimba(note, i * 0.11, 0.25));
        rise.forEach((note) => this.#marimba(note, 0.5, 0.9, 0.35));
    }

    loss() {
        for (const note of [NOTES.F4, NOTES.A4, NOTES.C5])
            this.#marimba(note, 0, 0.7, 0.4);
    }

    /* --- What they are made of ---------------------------------------------- */

    /**
     * @param {number} note
     * @param {number} after
     * @param {number} long
     * @param {number} [loud]
     */
    #marimba(note, after, long, loud = 0.7) {
        this.#tone({ from: note, long, loud, after });
        this.#tone({ from: note * 4, long: long / 2, loud: loud / 4, after });
    }

    /** @param {Tone} tone */
    #tone({ kind = 'sine', from, to = from, long, loud, after = 0, attack = 0.004,
        place = 0 }) {
        const at = this.#audio.currentTime + after;
        const source = new OscillatorNode(this.#audio, { type: kind,
            frequency: from });

        source.frequency.setValueAtTime(from, at);
        source.frequency.exponentialRampToValueAtTime(to, at + long);
        source.connect(this.#shape(at, attack, long, loud, place));
        source.start(at);
        source.stop(at + attack + long + 0.05);
    }

    /** @param {Noise} noise */
    #noise({ kind, filter, from, to = from, q = 0.7, long, loud, after = 0,
        wobble = 0, place = 0 }) {
        const at = this.#audio.currentTime + after;
        const source = new AudioBufferSourceNode(this.#audio,
            { buffer: this.#buffer(kind), loop: true });
        const band = new BiquadFilterNode(this.#audio, { type: filter,
            frequency: from, Q: q });
        const shape = this.#shape(at, 0.003, long, loud, place);

        band.frequency.setValueAtTime(from, at);
        band.frequency.exponentialRampToValueAtTime(to, at + long);
        source.connect(band);
        if (wobble > 0)
            this.#wobbly(band, wobble, at, long).connect(shape);
        else
            band.connect(shape);
        source.start(at, Math.random());
        source.stop(at + long + 0.1);
    }

    /**
     * @param {AudioNode} source
     * @param {number} wobble Hz
     * @param {number} at
     * @param {number} long
     */
    #wobbly(source, wobble, at, long) {
        const gain = new GainNode(this.#audio, { gain: 0.6 });
        const wave = new OscillatorNode(this.#audio, { frequency: wobble });

        wave.connect(new GainNode(this.#audio, { gain: 0.4 })).connect(gain.gain);
        wave.start(at);
        wave.stop(at + long + 0.1);
        return source.connect(gain);
    }

    /**
     * Softly in and out, so that nothing cracks.
     * @param {number} at
     * @param {number} attack
     * @param {number} long
     * @param {number} loud
     * @param {number} place
     */
    #shape(at, attack, long, loud, place) {
        const gain = new GainNode(this.#audio, { gain: 0 });
        const pan = new StereoPannerNode(this.#audio, { pan: place });

        gain.gain.setValueAtTime(0, at);
        gain.gain.linearRampToValueAtTime(loud, at + attack);
        gain.gain.exponentialRampToValueAtTime(0.001, at + attack + long);
        gain.connect(pan).connect(this.#out);
        this.#ends = Math.max(this.#ends, at + attack + long);
        return gain;
    }

    /** @param {'white' | 'pink' | 'brown'} kind */
    #buffer(kind) {
        const known = this.#noises.get(kind);
        if (known)
            return known;
        const { sampleRate } = this.#audio;
        const buffer = new AudioBuffer({ length: 2 * sampleRate, sampleRate });
        const samples = buffer.getChannelData(0);
        let slow = 0;
        let slower = 0;

        for (let i = 0; i < samples.length; i++) {
            const white = Math.random() * 2 - 1;
            slow = 0.9 * slow + 0.1 * white;
            slower = (slower + 0.02 * white) / 1.02;
            samples[i] = kind === 'white' ? white
                : kind === 'pink' ? 0.5 * white + 2 * slow : 3.5 * slower;
        }
        this.#noises.set(kind, buffer);
        return buffer;
    }
}
