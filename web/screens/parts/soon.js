/* What is wanted soon is fetched before. */

/** The play screen: without a network its own opening says so. */
export function fetchTable() {
    import('../play.js').catch(() => {});
}
