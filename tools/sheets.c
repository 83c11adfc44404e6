/* Makes the tables of the shipped sheets of Play & Repeat from their plans.
 * Build tool only. */
#include "../games/play_and_repeat_plans.h"
#include "../games/play_and_repeat_sheet.c"

#include <inttypes.h>
#include <stdio.h>

static void write_words(const char *name, const uint64_t word[], int n)
{
    printf("%s{", name);
    for (int i = 0; i < n; i++)
        printf("%s0x%" PRIx64, i ? ", " : "", word[i]);
    printf("}");
}

static void write_bytes(const char *name, const uint8_t byte[], int n)
{
    printf("%s{", name);
    for (int i = 0; i < n; i++)
        printf("%s%d", i ? ", " : "", byte[i]);
    printf("}");
}

static void write_pairs(const char *name, const uint64_t (*pair)[2], int n)
{
    printf("%s{", name);
    for (int i = 0; i < n; i++)
        write_words(i ? ", " : "", pair[i], 2);
    printf("}");
}

static void write_area(const struct area *area)
{
    printf("  {0x%" PRIx64, area->boxes);
    write_words(", ", area->of_size, AREA_BOXES + 1);
    printf(", %d, %d, %d, %d, %d, %d", area->first, area->inside, area->word,
           area->shift, area->colour, area->count);
    write_bytes(", ", area->cell, AREA_BOXES);
    printf("},\n");
}

static void write_set(const struct set *set)
{
    printf("  {0x%" PRIx64, set->boxes);
    write_words(", ", set->near, 2);
    printf(", %d, %d, %d, %d, %d, %d},\n", set->rows, set->word, set->area,
           set->colour, set->size, set->coins);
}

static void write_sheet(const struct sheet *sheet)
{
    printf("{.area = {\n");
    for (int i = 0; i < sheet->areas; i++)
        write_area(&sheet->area[i]);
    printf("},\n.set = {\n");
    for (int i = 0; i < sheet->sets; i++)
        write_set(&sheet->set[i]);
    printf("},\n.sets = %d, .areas = %d", sheet->sets, sheet->areas);
    printf(", .rows_money = %d, .coins_money = %d, .start_cell = %d",
           sheet->rows_money, sheet->coins_money, sheet->start_cell);
    write_words(",\n.inside = ", sheet->inside, INSIDE_MAX);
    write_pairs(",\n.row = ", sheet->row, ROWS);
    write_pairs(",\n.colour = ", sheet->colour, COLOURS);
    write_words(",\n.start = ", sheet->start, 2);
    write_words(",\n.last = ", sheet->last, 2);
    printf(",\n.large = {");
    for (int i = 0; i <= COLOURS; i++)
        write_pairs(i ? ", " : "", sheet->large[i], AREA_BOXES + 1);
    printf("}");
    write_bytes(",\n.bit_of = ", sheet->bit_of, CELLS);
    write_bytes(",\n.area_of = {", sheet->area_of[0], 64);
    write_bytes(", ", sheet->area_of[1], 64);
    printf("}");
    write_bytes(",\n.colour_of = ", sheet->colour_of, CELLS);
    write_pairs(",\n.coins = ", sheet->coins, COIN_BITS);
    write_bytes(",\n.coin = ", sheet->coin, CELLS);
    write_bytes(",\n.amount = ", sheet->amount, ROWS);
    printf("},\n");
}

static void plan_cells(const struct plan *plan, int16_t text[])
{
    for (int i = 0; i < CELLS; i++) {
        char box_letter = plan->row[i / COLUMNS].boxes[i % COLUMNS];
        char coin = plan->row[i / COLUMNS].coins[i % COLUMNS];
        int worth = coin == '.' ? 0 : coin - '0';

        text[place_of(i)] =
            (int16_t)(box_letter == '='
                          ? START
                          : BOX + worth +
                                COINS *
                                    (strchr(letters, box_letter) - letters));
    }
    for (int row = 0; row < ROWS; row++)
        text[place_of_amount(row)] = (int16_t)plan->row[row].amount;
}

/* What chance needs is not here. */
uint32_t pl_below(struct pl_rng *rng, uint32_t n)
{
    (void)rng;
    return n - 1;
}

int main(void)
{
    static struct sheet sheet[SHEETS];

    printf("/* Made from games/play_and_repeat_plans.h by tools/sheets.c. */\n"
           "#include \"play_and_repeat_sheets.h\"\n\n"
           "const struct sheet pl_play_and_repeat_sheets[SHEETS] = {\n");
    for (int i = 0; i < SHEETS; i++) {
        struct pl_faults faults = {0};
        struct pl_game copy = {0};
        int16_t text[PL_CELLS];

        plan_cells(&plans[i], text);
        make_sheet(text, &copy, &sheet[i], &faults);
        if (faults.count > 0) {
            fprintf(stderr, "Play & Repeat, sheet %c: %s\n", 'A' + i,
                    faults.fault[0].what.id);
            return 1;
        }
        write_sheet(&sheet[i]);
    }
    printf("};\n");
    return 0;
}
