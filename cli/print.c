/*
 * parlour print GAME: pads, boards, cards and rules as a PDF.
 *
 * The pages are SVG (paper/), rsvg-convert makes the PDF: in a folder of its
 * own, with the typefaces of this command and no other, and with a fixed date,
 * so that the same input gives the same bytes everywhere.
 */
#include "../paper/fonts.h"
#include "../paper/paper.h"
#include "cli.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool write_file(const char *folder, const char *name, const void *bytes,
                       size_t size)
{
    char path[256];
    FILE *out;
    bool good;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    out = fopen(path, "wb");
    if (!out)
        return false;
    good = fwrite(bytes, 1, size, out) == size;
    return fclose(out) == 0 && good;
}

static bool write_fonts(const char *folder)
{
    char text[512];

    for (const struct paper_font *f = paper_fonts; f->name; f++)
        if (!write_file(folder, f->name, f->bytes, f->size))
            return false;
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">"
             "<fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir>"
             "</fontconfig>\n",
             folder, folder);
    return write_file(folder, "fonts.conf", text, strlen(text));
}

static void page_name(int page, char name[32])
{
    snprintf(name, 32, "page-%03d.svg", page);
}

static bool write_pages(const char *folder, const struct paper_pages *pages)
{
    for (int i = 0; i < pages->count; i++) {
        char name[32];

        page_name(i, name);
        if (!write_file(folder, name, pages->page[i].s, pages->page[i].length))
            return false;
    }
    return true;
}

/* In the child: becomes rsvg-convert, with the pages in their order. */
static void convert(const char *folder, int count)
{
    static char name[PAPER_PAGES][32];
    char *argv[PAPER_PAGES + 8], fonts[256];
    int n = 0;

    argv[n++] = (char[]){"rsvg-convert"};
    argv[n++] = (char[]){"--format=pdf"};
    argv[n++] = (char[]){"--dpi-x=96"};
    argv[n++] = (char[]){"--dpi-y=96"};
    argv[n++] = (char[]){"--output"};
    argv[n++] = (char[]){"out.pdf"};
    for (int i = 0; i < count; i++) {
        page_name(i, name[i]);
        argv[n++] = name[i];
    }
    argv[n] = NULL;
    if (chdir(folder) != 0)
        _exit(126);
    snprintf(fonts, sizeof fonts, "%s/fonts.conf", folder);
    setenv("FONTCONFIG_FILE", fonts, 1);
    setenv("SOURCE_DATE_EPOCH", "0", 1);
    setenv("HOME", folder, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execvp(argv[0], argv);
    _exit(errno == ENOENT ? 127 : 126);
}

static int run_convert(const char *folder, int count)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        convert(folder, count);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

/* The PDF of the pages; false: what is wrong has been said. */
static bool make_pdf(const struct paper_pages *pages, struct pl_buffer *pdf)
{
    const char *where = getenv("TMPDIR");
    char folder[192], path[256];
    int code = 126;

    snprintf(folder, sizeof folder, "%s/parlour-print-XXXXXX",
             where && *where == '/' && strlen(where) < 128 ? where : "/tmp");
    if (mkdtemp(folder)) {
        if (write_fonts(folder) && write_pages(folder, pages))
            code = run_convert(folder, pages->count);
        snprintf(path, sizeof path, "%s/out.pdf", folder);
        if (code == 0 && !cli_read_file(path, pdf))
            code = 126;
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
    if (code != 0)
        cli_refuse(FAILED, code == 127 ? "print.no_converter" : "print.failed",
                   "rsvg-convert");
    return code == 0;
}

/* --- What is to be printed ------------------------------------------------ */

static bool open_game(const char *what, struct pl_match *match)
{
    const struct pl_game *game = cli_find(what);
    struct pl_message why;
    struct pl_setup setup;

    if (!game)
        return cli_read_record(what, match);
    pl_setup_normal(&setup, game, game->max_seats);
    pl_assert(pl_match_start(match, game, &setup, &why));
    return true;
}

static bool write_out(const char *path, const struct pl_buffer *pdf)
{
    if (strcmp(path, "-") == 0)
        return fwrite(pdf->s, 1, pdf->length, stdout) == pdf->length &&
               fflush(stdout) == 0;
    return cli_write_whole(path, pdf);
}

static int print_job(struct paper_job *job, const char *path)
{
    struct paper_pages pages = {0};
    struct pl_buffer pdf = {0};
    int code = FAILED;

    paper_print(job, &pages);
    if (make_pdf(&pages, &pdf)) {
        if (!write_out(path, &pdf)) {
            code = cli_refuse(FAILED, "sim.cannot_write", path);
        } else {
            struct pl_message said = PL_SAY("print.done", .n = pages.count);

            code = DONE;
            pl_put(&said.word, strlen(path) < 60 ? path : "…");
            if (strcmp(path, "-") != 0)
                cli_say(stdout, &said, NULL);
        }
    }
    pl_buffer_free(&pdf);
    paper_free(&pages);
    return code;
}

int cmd_print(int argc, char **argv)
{
    const char *size = cli_value(&argc, argv, "--paper");
    const char *copies_word = cli_value(&argc, argv, "--copies");
    const char *path = cli_value(&argc, argv, "--output");
    bool ink = cli_flag(&argc, argv, "--ink");
    struct pl_match match = {0}, example = {0};
    long copies = 0;
    char name[64];
    int code;

    if (!cli_take_sheet(&argc, argv))
        return FAILED;
    if (!cli_arguments(argc, argv, 1, 1, &code))
        return code;
    if (size && strcmp(size, "a4") != 0 && strcmp(size, "letter") != 0)
        return cli_refuse(USAGE, "print.bad_paper", size);
    if (copies_word && !cli_number(copies_word, 1, PAPER_COPIES, &copies))
        return cli_refuse(USAGE, "print.bad_copies", copies_word);
    if (!open_game(argv[1], &match))
        return FAILED;
    if (copies && (match.steps || !paper_has_pads(match.game))) {
        pl_match_free(&match);
        return cli_refuse(USAGE, "print.no_pads", argv[1]);
    }
    snprintf(name, sizeof name, "%s.pdf", match.game->id);
    code = print_job(
        &(struct paper_job){
            .match = &match,
            .example = cli_open_example(match.game, &example) ? &example : NULL,
            .names = cli_names(&match),
            .language = cli_language,
            .size =
                size && strcmp(size, "letter") == 0 ? PAPER_LETTER : PAPER_A4,
            .what = match.steps ? PAPER_PLAYED : PAPER_GAME,
            .copies = (int)copies,
            .ink = ink},
        path ? path : name);
    pl_match_free(&example);
    pl_match_free(&match);
    return code;
}
