/* What the library says of itself: its version, and how large its structs are.
 * It stands here because it sees all public headers. */
#include "parlour_batch.h"
#include "parlour_json.h"
#include "parlour_match.h"
#include "parlour_solve.h"

const char *pl_version(void)
{
    return PL_VERSION;
}

int pl_abi(void)
{
    return PL_ABI;
}

#define STRUCTS(X)                                                             \
    X(text)                                                                    \
    X(rng)                                                                     \
    X(turn)                                                                    \
    X(die)                                                                     \
    X(chance)                                                                  \
    X(outcome)                                                                 \
    X(message)                                                                 \
    X(fact)                                                                    \
    X(area)                                                                    \
    X(piece)                                                                   \
    X(scene)                                                                   \
    X(touch)                                                                   \
    X(option)                                                                  \
    X(setup)                                                                   \
    X(result)                                                                  \
    X(part)                                                                    \
    X(game)                                                                    \
    X(answer)                                                                  \
    X(buffer)                                                                  \
    X(names)                                                                   \
    X(setting)                                                                 \
    X(chain)                                                                   \
    X(fair)                                                                    \
    X(step)                                                                    \
    X(match)                                                                   \
    X(replay)                                                                  \
    X(mistakes)                                                                \
    X(sheet_about)                                                             \
    X(draw)                                                                    \
    X(fair_counts)                                                             \
    X(budget)                                                                  \
    X(bot)                                                                     \
    X(hint)                                                                    \
    X(loss)                                                                    \
    X(decision)                                                                \
    X(verdict)                                                                 \
    X(inquiry)                                                                 \
    X(solver)                                                                  \
    X(batch)                                                                   \
    X(afters)

const struct pl_size pl_sizes[] = {{"pl_state", sizeof(union pl_state)},
#define X(name) {"pl_" #name, sizeof(struct pl_##name)},
                                   STRUCTS(X)
#undef X
                                       {NULL, 0}};
