/* Tables as rows from inside: the statements, and what rows.c, which opens and
 * closes, shares with rows_write.c and rows_read.c. */
#ifndef ROWS_INSIDE_H
#define ROWS_INSIDE_H

#include "rows.h"
#include "store_file.h"

#define OF_A_TABLE "WHERE EXISTS(SELECT 1 FROM tables WHERE id=?1)"

#define OF_TABLE                                                               \
    "(code,game,seats,first,options,clock,listed,chat,reactions,real_dice,"    \
    "phase,opener,games,base,rules,seed,opened,touched)"                       \
    "=(?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)"

/* In the words that SQLite and PostgreSQL have in common. */
#define STATEMENTS(X)                                                          \
    X(put_table, "INSERT INTO tables VALUES"                                   \
                 "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,"        \
                 "?16,?17,?18,?19) ON CONFLICT(id) DO UPDATE SET " OF_TABLE)   \
    X(change_table, "UPDATE tables SET " OF_TABLE " WHERE id=?1")              \
    X(put_seat,                                                                \
      "INSERT INTO seats SELECT "                                              \
      "?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11 " OF_A_TABLE                         \
      " ON CONFLICT(tab,seat) DO UPDATE SET (kind,stand_in,muted,name,bot,"    \
      "secret,token,token_until,nonce)=(?3,?4,?5,?6,?7,?8,?9,?10,?11)")        \
    X(put_step, "INSERT INTO steps SELECT ?1,?2,?3,?4 " OF_A_TABLE             \
                " ON CONFLICT(tab,question,seat) DO UPDATE SET value=?4")      \
    X(put_record, "INSERT INTO records SELECT ?1,?2,?3 " OF_A_TABLE            \
                  " ON CONFLICT(tab,game) DO UPDATE SET record=?3")            \
    X(put_fair, "INSERT INTO fair SELECT ?1,?2,?3 " OF_A_TABLE                 \
                " ON CONFLICT(tab,seat) DO UPDATE SET value=?3")               \
    X(drop_fair, "DELETE FROM fair WHERE tab=?1")                              \
    X(put_sheet, "INSERT INTO sheets SELECT ?1,?2,?3 " OF_A_TABLE              \
                 " ON CONFLICT(tab) DO UPDATE SET (phase,sheet)=(?2,?3)")      \
    X(drop_sheet, "DELETE FROM sheets WHERE tab=?1")                           \
    X(drop_steps, "DELETE FROM steps WHERE tab=?1")                            \
    X(drop_seats, "DELETE FROM seats WHERE tab=?1")                            \
    X(put_manners,                                                             \
      "INSERT INTO manners SELECT ?1,?2,?3,?4 " OF_A_TABLE                     \
      " ON CONFLICT(tab) DO UPDATE SET (hints,seats,marks)=(?2,?3,?4)")        \
    X(drop_manners, "DELETE FROM manners WHERE tab=?1")                        \
    X(drop_records, "DELETE FROM records WHERE tab=?1")                        \
    X(drop_earlier, "DELETE FROM records WHERE tab=?1 AND game<=?2")           \
    X(drop_table, "DELETE FROM tables WHERE id=?1")                            \
    X(put_result, "INSERT INTO results VALUES(?1,?2,?3) "                      \
                  "ON CONFLICT(day,key) DO NOTHING")                           \
    X(drop_results, "DELETE FROM results WHERE day<?1")

/* Of what older backups do not have. */
#define READING_MORE(X)                                                        \
    X(get_fair, "SELECT seat,value FROM fair WHERE tab=?1 ORDER BY seat")      \
    X(get_manners, "SELECT hints,seats,marks FROM manners WHERE tab=?1")       \
    X(get_sheet, "SELECT phase,sheet FROM sheets WHERE tab=?1")                \
    X(get_results, "SELECT day,key,value FROM results WHERE day>=?1")

#define READING(X)                                                             \
    X(get_table, "SELECT * FROM tables WHERE id=?1")                           \
    X(by_code, "SELECT id FROM tables WHERE code=?1 ORDER BY touched DESC")    \
    X(get_seats, "SELECT * FROM seats WHERE tab=?1")                           \
    X(get_steps, "SELECT question,seat,value FROM steps WHERE tab=?1 "         \
                 "ORDER BY question,seat")                                     \
    X(get_record, "SELECT record FROM records WHERE tab=?1 AND game=?2")       \
    X(get_records, "SELECT game,record FROM records WHERE tab=?1")             \
    X(each_old, "SELECT id FROM tables WHERE touched<?1 "                      \
                "ORDER BY touched LIMIT ?2")                                   \
    X(ages, "SELECT count(*),count(CASE WHEN touched<?1 THEN 1 END) "          \
            "FROM tables")                                                     \
    X(each, "SELECT id FROM tables WHERE touched>=?1 ORDER BY touched DESC")

struct rows {
    struct store_file file;
    struct sql *db, *reader; /* one may be missing */
#define X(name, sql) struct stmt *name;
    STATEMENTS(X)
    READING(X)
    READING_MORE(X)
#undef X
};

/* --- Bytes within a row --------------------------------------------------- */

/*
 * What belongs to fair dice and older Parlours do not know. The row of the
 * table: drawn together where it can be; this game is. That of a seat: whether
 * its device draws along, how many chains, the hash of the nonce if it has one,
 * and each chain's anchor with the number of draws before it. Links stand with
 * the steps.
 */
enum {
    ABOUT_TABLE = -1,
    CHAIN_BYTES = 4 + PL_SEED,
    FAIR_BYTES = 3 + PL_SEED + PL_CHAINS * CHAIN_BYTES
};

/* A mark in the store: its flags, who is deaf to it, the device, the name. */
enum {
    OF_SEAT = 1 + DEVICE,
    OF_MARK = 2 + DEVICE + 8,
    MARK_BARRED = 1,
    MARK_MUTED = 2
};

/* Stands in the number of the rules where the table has a sheet of its own. */
#define ON_A_SHEET UINT64_C(0x7368656574) /* "sheet" */

#endif
