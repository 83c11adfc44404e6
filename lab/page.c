/*
 * Results as one page for a browser: of each run its picture, its report and
 * the numbers for programs. It needs nothing but itself.
 */
#include "lab.h"

void lab_page_begin(struct pl_buffer *out)
{
    lab_addf(out,
             "<!doctype html>\n<html>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n"
             "<title>Parlour %s</title>\n",
             PL_VERSION);
    pl_add(out, "<style>body{max-width:44rem;margin:2rem auto;padding:0 1rem;"
                "font:1rem/1.5 sans-serif}pre{overflow-x:auto;font-size:.8rem}"
                "svg{max-width:100%;height:auto}section{margin:0 0 3rem}"
                "</style>\n");
}

void lab_page_add(const struct lab_run *run, const struct pl_language *language,
                  struct pl_buffer *out)
{
    struct pl_buffer text = {0}, csv = {0};

    lab_report(run, language, &text);
    lab_csv(run, &csv);
    pl_add(out, "<section>\n");
    lab_chart(run, language, out);
    pl_add(out, "<pre>");
    lab_add_escaped(out, text.s);
    pl_add(out, "</pre>\n<details><summary>CSV</summary><pre>");
    lab_add_escaped(out, csv.s);
    pl_add(out, "</pre></details>\n</section>\n");
    pl_buffer_free(&text);
    pl_buffer_free(&csv);
}
