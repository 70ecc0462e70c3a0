/* What a finished whole-board pass is asked. */
#include "backward.h"

#include <stdlib.h>

void questpress_close(Board *board) {
    if (!board) return;
    close_tables(&board->tables);
    for (Log *log = &board->won; log; log = log == &board->won ? &board->immune : NULL) {
        free(log->villagers);
        free(log->escorts);
        free(log->bits);
        free(log->ends);
    }
    free(board);
}

/* How many escorts, villagers, goblins, words, depths; and entries of the log in turns that are not and are immune. */
void questpress_counts(const Board *board, int64_t *counts) {
    counts[0] = board->escorts;
    counts[1] = board->villagers;
    counts[2] = board->goblins;
    counts[3] = board->words;
    counts[4] = board->won.depths;
    counts[5] = board->won.count;
    counts[6] = board->immune.count;
}

/* The nodes of a token, by place. */
const int32_t *questpress_nodes(const Board *board, int token) { return board->tables.tokens[token].nodes; }

/* Where in `places` a villager stands, -1 for one that is not there; NULL where memory ran out. */
static int32_t *places_of(const Board *board, const int32_t *places, int32_t count) {
    int32_t *at = malloc(sizeof *at * (size_t)board->villagers);
    if (!at) return NULL;
    memset(at, 0xff, sizeof *at * (size_t)board->villagers);
    for (int32_t i = 0; i < count; i++) at[places[i]] = i;
    return at;
}

/* A word of an entry: the goblins of placements that are asked for, on other cells than the escort. */
static inline Word asked(const Board *board, const int32_t *at, const Word *goblins, int64_t entry, int w) {
    int32_t villager = board->won.villagers[entry], escort = board->won.escorts[entry];
    if (at[villager] < 0 || escort >= board->cells || escort == villager) return 0;
    Word both = board->won.bits[entry * board->words + w] & goblins[(int64_t)at[villager] * board->words + w];
    return escort >> 6 == w ? both & ~((Word)1 << (escort & 63)) : both;
}

/* How many placements have each depth, among `villagers` with the goblins of `goblins` ([villager][words]) and any
 * escort on a third cell. `found` has room for one more than the depths. Returns 0 where memory ran out. */
int questpress_histogram(
    const Board *board, const int32_t *places, int32_t count, const Word *goblins, int64_t *found
) {
    int32_t *at = places_of(board, places, count);
    if (!at) return 0;
    int64_t entry = 0;
    for (int32_t depth = 0; depth < board->won.depths; depth++)
        for (; entry < board->won.ends[depth]; entry++)
            for (int w = 0; w < board->words; w++)
                found[depth + 1] += __builtin_popcountll(asked(board, at, goblins, entry, w));
    free(at);
    return 1;
}

/* The placements of one depth, each as three cells; `found` has room for `most` of them. Returns how many there are, by
 * villager, escort and goblin, or -1 where memory ran out. */
int64_t questpress_placements(
    const Board *board, const int32_t *places, int32_t count, const Word *goblins, int32_t depth, int32_t *found,
    int64_t most
) {
    if (depth < 1 || depth > board->won.depths) return 0;
    int32_t *at = places_of(board, places, count);
    if (!at) return -1;
    int64_t seen = 0;
    for (int64_t entry = depth > 1 ? board->won.ends[depth - 2] : 0; entry < board->won.ends[depth - 1]; entry++)
        for (int w = 0; w < board->words; w++)
            for (Word left = asked(board, at, goblins, entry, w); left; left &= left - 1, seen++) {
                if (seen >= most) continue;
                found[seen * 3] = board->won.escorts[entry];
                found[seen * 3 + 1] = board->won.villagers[entry];
                found[seen * 3 + 2] = w * 64 + __builtin_ctzll(left);
            }
    free(at);
    return seen;
}

/* The entries of one villager (a cell where `immune`): depth, escort and bits of each; returns how many. */
int64_t questpress_levels(
    const Board *board, int immune, int32_t villager, int32_t *depths, int32_t *escorts, Word *bits
) {
    const Log *log = immune ? &board->immune : &board->won;
    int64_t entry = 0, found = 0;
    for (int32_t depth = 0; depth < log->depths; depth++)
        for (; entry < log->ends[depth]; entry++) {
            if (log->villagers[entry] != villager) continue;
            if (depths) {
                depths[found] = depth + 1;
                escorts[found] = log->escorts[entry];
                size_t width = (size_t)board->words;
                memcpy(bits + found * board->words, log->bits + entry * board->words, sizeof(Word) * width);
            }
            found++;
        }
    return found;
}
