/*
 * The plural formula of a language, as gettext writes it in C: read here and
 * not given to eval, which the page forbids itself.
 */

const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='],
    ['+', '-'], ['*', '/', '%']];

/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATORS = {
    '||': (a, b) => Number(a !== 0 || b !== 0),
    '&&': (a, b) => Number(a !== 0 && b !== 0),
    '==': (a, b) => Number(a === b),
    '!=': (a, b) => Number(a !== b),
    '<': (a, b) => Number(a < b),
    '>': (a, b) => Number(a > b),
    '<=': (a, b) => Number(a <= b),
    '>=': (a, b) => Number(a >= b),
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => Math.trunc(a / b),
    '%': (a, b) => a % b,
};

/**
 * @param {string} formula
 * @returns {(n: number) => number} which form goes with n
 */
export function pluralForm(formula) {
    const tokens = formula.match(/\d+|n|[|&=!<>]=?[|&]?|[-+*/%?:()]/g) ?? [];
    let at = 0;

    if (tokens.join('') !== formula.replace(/\s/g, ''))
        throw new Error(`plural formula: ${formula}`);

    /** @returns {(n: number) => number} */
    function choice() {
        const condition = binary(0);
        if (tokens[at] !== '?')
            return condition;
        at++;
        const yes = choice();
        if (tokens[at++] !== ':')
            throw new Error(`plural formula: ${formula}`);
        const no = choice();
        return (n) => (condition(n) ? yes(n) : no(n));
    }

    /** @param {number} level @returns {(n: number) => number} */
    function binary(level) {
        if (level === LEVELS.length)
            return unary();
        let left = binary(level + 1);
        while (LEVELS[level].includes(tokens[at])) {
            const operator = OPERATORS[tokens[at++]];
            const a = left;
            const b = binary(level + 1);
            left = (n) => operator(a(n), b(n));
        }
        return left;
    }

    /** @returns {(n: number) => number} */
    function unary() {
        const token = tokens[at++];
        if (token === '!') {
            const inner = unary();
            return (n) => Number(inner(n) === 0);
        }
        if (token === '(') {
            const inner = choice();
            if (tokens[at++] !== ')')
                throw new Error(`plural formula: ${formula}`);
            return inner;
        }
        if (token === 'n')
            return (n) => n;
        if (!/^\d+$/.test(token ?? ''))
            throw new Error(`plural formula: ${formula}`);
        const number = Number(token);
        return () => number;
    }

    const whole = choice();
    if (at !== tokens.length)
        throw new Error(`plural formula: ${formula}`);
    return whole;
}
