/* Waiting that can be cut short. */

export class Pause {
    /** @type {() => void} */
    #end = () => {};

    /** @param {number} ms @returns {Promise<void>} */
    wait(ms) {
        return new Promise((resolve) => {
            const timer = setTimeout(resolve, ms);
            this.#end = () => {
                clearTimeout(timer);
                resolve();
            };
        });
    }

    skip() {
        this.#end();
    }
}
