/* Many rows of won positions back over the goblin's phase: tables for four outcomes at a time. See backward.c. */
#ifndef QUESTPRESS_GATHER_H
#define QUESTPRESS_GATHER_H

#include "backward.h"

enum { MASKS = 1 << OUTCOMES_AT_A_TIME, MOST_TABLES = MOST_WORDS * 64 / OUTCOMES_AT_A_TIME };
enum { FEW = 16 }; /* rows that do not pay for tables */

/* The goblins that reach an outcome, with the villager on one cell; where many rows of outcomes are to be looked up,
 * tables for four outcomes at a time and each choice among them. */
typedef struct {
    const Word *goblins, *outcomes;
    int32_t count;
    int tabled;
    Word bits[MOST_TABLES * MASKS * MOST_WORDS];
} Gather;

/* Two words at once, for the boards of usual size. */
typedef Word Two __attribute__((vector_size(16), aligned(8), may_alias));

static inline void open_gather(
    Gather *gather, const Word *goblins, const Word *outcomes, int32_t count, int32_t rows, int32_t cell,
    const int words
) {
    gather->goblins = goblins + (int64_t)cell * count * words;
    gather->outcomes = outcomes + (int64_t)cell * words;
    gather->count = count;
    gather->tabled = rows > FEW;
    if (!gather->tabled) return;
    const Word *restrict from = gather->goblins;
    Word *restrict table = gather->bits;
    for (int32_t first = 0; first < count; first += OUTCOMES_AT_A_TIME, table += MASKS * words) {
        for (int w = 0; w < words; w++) table[w] = 0;
        for (int each = 0; each < OUTCOMES_AT_A_TIME; each++, from += words)
            for (int mask = 0; mask < 1 << each; mask++)
                for (int w = 0; w < words; w++)
                    table[(mask | 1 << each) * words + w] = table[mask * words + w] | from[w];
    }
}

static inline void gather_into(const Gather *gather, const Word *bits, Word *restrict result, const int words) {
    for (int w = 0; w < words; w++) result[w] = 0;
    if (!gather->tabled) {
        for (int w = 0; w < words; w++)
            for (Word left = bits[w] & gather->outcomes[w]; left; left &= left - 1) {
                const Word *goblins = gather->goblins + (int64_t)(w * 64 + __builtin_ctzll(left)) * words;
                for (int x = 0; x < words; x++) result[x] |= goblins[x];
            }
        return;
    }
    const Word *restrict table = gather->bits;
    if (words == 2) {
        Two both = {0, 0};
        for (int w = 0; w < 2; w++) {
            const Word here = bits[w] & gather->outcomes[w];
            int last = gather->count - w * 64 < 64 ? gather->count - w * 64 : 64;
            for (int shift = 0; shift < last; shift += OUTCOMES_AT_A_TIME, table += MASKS * 2)
                both |= *(const Two *)(table + (here >> shift & (MASKS - 1)) * 2);
        }
        *(Two *)result = both;
        return;
    }
    for (int w = 0; w < words; w++) {
        const Word here = bits[w] & gather->outcomes[w];
        int last = gather->count - w * 64 < 64 ? gather->count - w * 64 : 64;
        for (int shift = 0; shift < last; shift += OUTCOMES_AT_A_TIME, table += MASKS * words) {
            const Word *restrict goblins = table + (here >> shift & (MASKS - 1)) * (Word)words;
            for (int x = 0; x < words; x++) result[x] |= goblins[x];
        }
    }
}

/* The goblins that reach an outcome alone, and those that need several. */
typedef struct {
    Gather sole, tied;
} Both;

/* Few goblins tie, so that tables for them never pay. */
static inline void open_both(Both *both, const Phase *phase, int32_t cell, int32_t rows, const int words) {
    open_gather(&both->sole, phase->sole, phase->of_sole, phase->outcomes, rows, cell, words);
    open_gather(&both->tied, phase->tied, phase->of_tied, phase->outcomes, 0, cell, words);
}

#endif
