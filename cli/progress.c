/*
 * How far long work is, on standard error. Work of less than two seconds says
 * nothing; a terminal shows the rest in one place, anything else gets a line
 * after 2, 4, 8 … seconds.
 */
#include "../lab/lab.h"
#include "cli.h"

#include <math.h>
#include <unistd.h>

static const double quiet = 2, often = 0.2, seldom = 60; /* seconds */
static const double early = 0.01; /* no one knows the rest before this part */

static double begun, next;

void cli_progress_begin(void)
{
    begun = lab_now();
    next = quiet;
}

static void say(double part, double seconds, bool terminal)
{
    struct pl_message message = PL_SAY("solve.progress");
    struct pl_buffer text = {0};

    message.m = (int32_t)(100 * part);
    message.n = (int32_t)ceil(seconds * (1 - part) / part);
    if (part < early) {
        lab_add_numbers(cli_language, &text, "%.1f", 100 * part);
        message.id = "solve.progress.first";
        pl_put(&message.word, text.s);
        text.length = 0;
    }
    pl_words(cli_language, &message, NULL, &text);
    fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", text.s);
    pl_buffer_free(&text);
}

void cli_progress(double part)
{
    double seconds = lab_now() - begun;
    bool terminal = isatty(STDERR_FILENO);

    if (seconds < next)
        return;
    say(part, seconds, terminal);
    next = terminal ? seconds + often : fmin(2 * seconds, seconds + seldom);
}

void cli_progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
