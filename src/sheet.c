/* Sheets of people's own: their text, read and written, and the games on them.
 *
 * What is read is a list of cells, each of the kind that its game wants there;
 * the game then makes its tables of them, or says which cells are wrong. */
#include "parlour_match.h"
#include "sha256.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

struct pl_own {
    atomic_uint uses;
    struct pl_game game;
    struct pl_sheet_about about;
    char layout[PL_LAYOUT + 1];
    max_align_t tables[];
};

void pl_game_keep(const struct pl_game *game)
{
    if (game && game->own)
        atomic_fetch_add_explicit(&game->own->uses, 1, memory_order_relaxed);
}

void pl_game_drop(const struct pl_game *game)
{
    if (game && game->own &&
        atomic_fetch_sub_explicit(&game->own->uses, 1, memory_order_acq_rel) ==
            1)
        free(game->own);
}

/* --- Writing ------------------------------------------------------------- */

static void put_cell(const struct pl_cell *kind, int16_t cell,
                     struct pl_text *out)
{
    memset(out, 0, sizeof *out);
    if (cell >= PL_WORD)
        pl_put(out, kind->word[cell - PL_WORD]);
    else
        pl_put_number(out, cell);
}

static const struct pl_cell *kind_of(const struct pl_line *line, int i)
{
    return i < line->count ? line->cell : line->last;
}

static int cells_in(const struct pl_line *line)
{
    return line->count + (line->last != NULL);
}

/* How wide the widest cell of the text is, and its widest label. */
struct widths {
    int cell, label;
};

static struct widths measure(const struct pl_line *line, const int16_t cell[])
{
    struct widths most = {0, 0};
    struct pl_text word;

    for (; line->count; cell += cells_in(line), line++) {
        if ((int)strlen(line->label) > most.label)
            most.label = (int)strlen(line->label);
        for (int i = 0; i < cells_in(line) && cell[i] != PL_NO_CELL; i++) {
            put_cell(kind_of(line, i), cell[i], &word);
            most.cell = word.length > most.cell ? word.length : most.cell;
        }
    }
    return most;
}

static void add_spaces(struct pl_buffer *out, int n)
{
    while (n-- > 0)
        pl_add(out, " ");
}

/* What stands apart at the end has two more spaces before it; a long line is
 * broken. */
static void write_line(const struct pl_line *line, const int16_t cell[],
                       struct widths widths, struct pl_buffer *out)
{
    enum { BREAK = 13 };
    struct pl_text word;

    pl_add(out, line->label);
    add_spaces(out, widths.label - (int)strlen(line->label));
    for (int i = 0; i < cells_in(line) && cell[i] != PL_NO_CELL; i++) {
        put_cell(kind_of(line, i), cell[i], &word);
        if (line->open && i > 0 && i % BREAK == 0)
            pl_add(out, "\n");
        add_spaces(out, 1 + 2 * (i == line->count) + widths.cell - word.length);
        pl_add(out, word.s);
    }
    pl_add(out, "\n");
}

static void write_cells(const struct pl_game *game, struct pl_buffer *out)
{
    int16_t all[PL_CELLS], *cell = all;
    struct widths widths;

    game->sheets->cells(game, all);
    widths = measure(game->sheets->line, all);
    for (const struct pl_line *l = game->sheets->line; l->count; l++) {
        write_line(l, cell, widths, out);
        cell += cells_in(l);
    }
}

static void write_title(const char *key, const char *title,
                        struct pl_buffer *out)
{
    if (!title[0])
        return;
    pl_add(out, key);
    pl_add(out, title);
    pl_add(out, "\n");
}

void pl_sheet_write(const struct pl_game *game, struct pl_buffer *out)
{
    struct pl_sheet_about about;

    pl_sheet_about(game, &about);
    pl_add(out, "parlour-sheet ");
    pl_add_number(out, VERSION);
    pl_add(out, "\ngame ");
    pl_add(out, game->id);
    pl_add(out, "\n");
    write_title("name ", about.name, out);
    write_title("author ", about.author, out);
    write_cells(game, out);
}

void pl_sheet_about(const struct pl_game *game, struct pl_sheet_about *out)
{
    memset(out, 0, sizeof *out);
    if (game->own)
        *out = game->own->about;
}

void pl_sheet_hash(const struct pl_game *game, char out[SHA256_HEX + 1])
{
    struct pl_buffer text = {0};

    pl_add(&text, game->id);
    pl_add(&text, "\n");
    write_cells(game, &text);
    pl_sha256_hex(text.s, text.length, out);
    pl_buffer_free(&text);
}

/* --- Reading ------------------------------------------------------------- */

struct reader {
    const char *next, *end;        /* of the text that is left */
    const char *start, *at, *stop; /* this line, what is left of it, its end */
    int line;
    struct pl_mistakes *out;
    const struct pl_game *game;
    struct pl_sheet_about about;
    int16_t cell[PL_CELLS];
    struct {
        int line, column;
    } place[PL_CELLS];
};

static void mistake_at(struct reader *r, int line, int column,
                       struct pl_message what)
{
    struct pl_mistakes *all = r->out;

    if (all->count == PL_FAULTS)
        return;
    all->mistake[all->count].line = line;
    all->mistake[all->count].column = column;
    all->mistake[all->count++].what = what;
}

static int column_of(const struct reader *r, const char *at)
{
    return 1 + (int)(at - r->start);
}

/* A mistake here; always false. */
static bool mistake(struct reader *r, struct pl_message what)
{
    mistake_at(r, r->line, column_of(r, r->at), what);
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_spaces(struct reader *r)
{
    while (r->at < r->stop && is_space(*r->at))
        r->at++;
}

/* The next line that says something; false: there is none. */
static bool next_line(struct reader *r)
{
    while (r->next < r->end) {
        const char *stop = memchr(r->next, '\n', (size_t)(r->end - r->next));

        r->line++;
        r->start = r->at = r->next;
        r->stop = stop ? stop : r->end;
        r->next = stop ? stop + 1 : r->end;
        while (r->stop > r->at && is_space(r->stop[-1]))
            r->stop--;
        skip_spaces(r);
        if (r->at < r->stop && *r->at != '#')
            return true;
    }
    r->line += r->at < r->end;
    r->start = r->at = r->stop = r->end;
    return false;
}

static bool next_word(struct reader *r, struct pl_text *word)
{
    memset(word, 0, sizeof *word);
    skip_spaces(r);
    for (const char *s = r->at; s < r->stop && !is_space(*s); s++)
        if (word->length + 1u < sizeof word->s)
            pl_put_char(word, *s >= ' ' && *s <= '~' ? *s : '?');
    return word->length > 0;
}

static void skip_word(struct reader *r)
{
    while (r->at < r->stop && !is_space(*r->at))
        r->at++;
    skip_spaces(r);
}

static struct pl_message about_word(const char *id, const struct pl_text *word)
{
    return PL_SAY(id, .word = *word);
}

/* Whether the line begins with this word; if so, it is taken. */
static bool takes(struct reader *r, const char *label)
{
    struct pl_text word;

    if (!next_word(r, &word) || strcmp(word.s, label) != 0)
        return false;
    skip_word(r);
    return true;
}

static bool read_title(struct reader *r, const char *key, char title[PL_TITLE])
{
    size_t length;

    if (!takes(r, key))
        return true;
    length = (size_t)(r->stop - r->at);
    if (length == 0 || length >= PL_TITLE || !pl_text_is_good(r->at, length))
        return mistake(r, PL_SAY("sheet.bad_title", .n = PL_TITLE - 1));
    memcpy(title, r->at, length);
    title[length] = '\0';
    r->at = r->stop;
    return true;
}

static bool read_game(struct reader *r)
{
    struct pl_text word;

    if (!next_line(r) || !takes(r, "parlour-sheet") || !takes(r, "1") ||
        r->at < r->stop)
        return mistake(r, PL_SAY("sheet.no_sheet"));
    if (!next_line(r) || !takes(r, "game") || !next_word(r, &word)) {
        word = (struct pl_text){4, "game"};
        return mistake(r, about_word("sheet.no_line", &word));
    }
    r->game = pl_game_find(word.s);
    if (!r->game)
        return mistake(r, about_word("error.unknown_game", &word));
    return r->game->sheets != NULL ||
           mistake(r, about_word("sheet.no_choice", &word));
}

/* Name and author, as far as they are there; the first line of the sheet is
 * the current one then. */
static bool read_head(struct reader *r)
{
    if (!read_game(r))
        return false;
    next_line(r);
    if (!read_title(r, "name", r->about.name))
        return false;
    if (r->at == r->stop)
        next_line(r);
    if (!read_title(r, "author", r->about.author))
        return false;
    if (r->at == r->stop)
        next_line(r);
    return true;
}

static bool find_cell(const struct pl_cell *kind, const char *word,
                      int16_t *cell)
{
    int sign = *word == '-' ? -1 : 1, n = 0;
    const char *digit = word + (sign < 0);
    size_t digits = strspn(digit, "0123456789");

    for (int i = 0; kind->word && kind->word[i]; i++)
        if (strcmp(kind->word[i], word) == 0) {
            *cell = (int16_t)(PL_WORD + i);
            return true;
        }
    if (digits == 0 || digits > 3 || digit[digits])
        return false;
    for (; *digit; digit++)
        n = 10 * n + *digit - '0';
    *cell = (int16_t)(sign * n);
    return *cell >= kind->low && *cell <= kind->high;
}

static void read_cell(struct reader *r, const struct pl_cell *kind, int at)
{
    struct pl_text word;

    next_word(r, &word);
    r->place[at].line = r->line;
    r->place[at].column = column_of(r, r->at);
    if (!find_cell(kind, word.s, &r->cell[at]))
        mistake(r, about_word("sheet.bad_cell", &word));
    skip_word(r);
}

/* Returns how many cells were read; those of an open line may go on. */
static int read_cells(struct reader *r, const struct pl_line *line, int first)
{
    int n = 0;

    do
        for (; n < cells_in(line) && r->at < r->stop; n++)
            read_cell(r, kind_of(line, n), first + n);
    while (line->open && r->at == r->stop && next_line(r));
    return n;
}

static bool read_line(struct reader *r, const struct pl_line *line, int first)
{
    int n, wanted = cells_in(line);

    if (r->at == r->stop || (line->label[0] && !takes(r, line->label))) {
        struct pl_message what =
            PL_SAY(line->label[0] ? "sheet.no_line" : "sheet.line_missing",
                   .n = wanted);

        pl_put(&what.word, line->label);
        return mistake(r, what);
    }
    n = read_cells(r, line, first);
    for (int i = n; i < wanted; i++) {
        r->place[first + i] = r->place[first];
        r->cell[first + i] = PL_NO_CELL;
    }
    if (r->at < r->stop || (n < wanted && !line->open)) {
        while (r->at < r->stop) {
            skip_word(r);
            n++;
        }
        mistake(r, PL_SAY("sheet.bad_count", .n = n, .m = wanted));
    }
    return true;
}

static void read_lines(struct reader *r)
{
    int at = 0;

    for (const struct pl_line *l = r->game->sheets->line; l->count; l++) {
        if (!read_line(r, l, at))
            return;
        at += cells_in(l);
        if (!l->open)
            next_line(r);
    }
    if (r->at < r->stop)
        mistake(r, PL_SAY("sheet.too_much"));
}

/* The game on a sheet of these cells; NULL: it has said what is wrong. */
static struct pl_own *make_own(struct reader *r)
{
    const struct pl_sheets *sheets = r->game->sheets;
    struct pl_own *own = calloc(1, sizeof *own + sheets->size);
    struct pl_faults faults = {0};

    pl_assert(own);
    own->game = *r->game;
    own->game.own = own;
    own->game.sheet = own->tables;
    own->game.layout = own->layout;
    own->game.others = NULL;
    own->about = r->about;
    atomic_init(&own->uses, 1);
    sheets->make(r->cell, &own->game, own->tables, &faults);
    for (int i = 0; i < faults.count; i++)
        mistake_at(r, r->place[faults.fault[i].cell].line,
                   r->place[faults.fault[i].cell].column, faults.fault[i].what);
    if (faults.count == 0)
        return own;
    free(own);
    return NULL;
}

static const struct pl_game *same_shipped(const struct pl_game *shipped,
                                          const char *hash)
{
    const struct pl_game *const *other = shipped->others;
    char own[SHA256_HEX + 1];

    pl_sheet_hash(shipped, own);
    if (strcmp(own, hash) == 0)
        return shipped;
    for (; other && *other; other++) {
        pl_sheet_hash(*other, own);
        if (strcmp(own, hash) == 0)
            return *other;
    }
    return NULL;
}

const struct pl_game *pl_sheet_read(const char *text, size_t length,
                                    struct pl_mistakes *out)
{
    struct reader r = {.next = text, .end = text + length, .out = out};
    const struct pl_game *shipped;
    char hash[SHA256_HEX + 1];
    struct pl_own *own;

    memset(out, 0, sizeof *out);
    if (length > PL_SHEET_BYTES) {
        mistake_at(&r, 1, 1, PL_SAY("sheet.too_long", .n = PL_SHEET_BYTES));
        return NULL;
    }
    if (!read_head(&r))
        return NULL;
    read_lines(&r);
    own = out->count == 0 ? make_own(&r) : NULL;
    if (!own)
        return NULL;
    pl_sheet_hash(&own->game, hash);
    memcpy(own->layout, hash, PL_LAYOUT);
    shipped = same_shipped(r.game, hash);
    if (!shipped)
        return &own->game;
    pl_game_drop(&own->game);
    return shipped;
}
