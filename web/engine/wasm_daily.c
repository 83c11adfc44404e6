/*
 * The game of the day.
 */
#include "wasm.h"

/* That of the date in the input, as a record without any step; nothing: it is
 * no date. */
const char *daily(size_t length)
{
    struct pl_match match = {0};
    struct pl_buffer record = {0};

    in.s[length] = '\0';
    begin();
    pl_json_open(&out, NULL, "{");
    if (pl_match_start_daily(&match, in.s, &refusal)) {
        pl_record_write(&match, PL_ALL, &record);
        pl_json_text(&out, "game", match.game->id);
        pl_json_text(&out, "layout", match.game->layout);
        pl_json_number(&out, "seats", match.setup.seats);
        pl_json_number(&out, "version", PL_DAILY);
        pl_json_number(&out, "steps", PL_DAILY_STEPS);
        pl_json_text(&out, "record", record.s);
    }
    pl_json_close(&out, "}");
    pl_buffer_free(&record);
    pl_match_free(&match);
    return out.s;
}

/* What a bot of a game of the day draws on for its answer. */
uint64_t match_seed(int handle, int seat)
{
    return pl_daily_seed(at(handle), seat);
}
