/* What the files of the whole-board pass share. See backward.c. */
#ifndef QUESTPRESS_BACKWARD_H
#define QUESTPRESS_BACKWARD_H

#include <stdint.h>
#include <string.h>

#include "tables.h"

typedef uint64_t Word;

enum { MOST_WORDS = 27 }; /* nodes of a goblin on the largest board, 150 cells × OWED, in words */

/* Bits for each pair of a villager and an escort: a block a villager, a row an escort and one more that stays empty. */
typedef struct {
    Word *bits;
    int32_t rows;                   /* in a block */
    uint8_t *dirty;                 /* by villager, whether its block has bits */
} Pairs;

/* What the goblin's phase leads to, the other way round: for each outcome the goblins that may reach it, with those
 * apart that need all their outcomes. [villager's cell][outcome][words] */
typedef struct {
    Word *sole, *tied;
    Word *of_sole, *of_tied;        /* [villager's cell][words]: the outcomes that any goblin reaches */
    int32_t outcomes;               /* a multiple of OUTCOMES_AT_A_TIME */
} Phase;

enum { OUTCOMES_AT_A_TIME = 4 };

/* What was won in one sort of turn: a row of bits at a time, by depth. */
typedef struct {
    int32_t *villagers, *escorts;
    Word *bits;
    int64_t count, room;
    int64_t *ends;                  /* by depth, where its entries end */
    int32_t depths, depth_room;
} Log;

typedef struct {
    Tables tables;
    int32_t cells, escorts, villagers, goblins, words;
    int guarded, failed;
    Log won, immune;
} Board;

/* A step of an escort that meets a guardian. */
typedef struct {
    int32_t escort, cell;
} Guarded;

typedef struct {
    Board *board;
    Pairs won, immune;              /* all that is won, of turns that are not and are immune */
    Pairs new, new_immune;          /* what has just been won */
    Pairs certain, certain_immune;  /* what is won before the goblin's phase, if it was just won after it */
    Pairs certain_guarded;          /* the same where escort or villager met a guardian */
    Phase plain, guard, all, still; /* outcomes without a guardian, with one, all by cell, of immune turns */
    int32_t *cells[3];              /* of each token's nodes, by place */
    int32_t *start_at[3], *at[3];   /* the nodes on a cell */
    const Landing **rows;           /* by villager */
    int32_t *row_after[STEPS];      /* by way and escort, the row of the escort after it; the empty row for no step */
    int32_t *cell_after[STEPS];     /* the same, its cell */
    int32_t *immune_row_after[STEPS];
    Guarded *guards[STEPS];
    int32_t guard_count[STEPS];
    uint8_t *steps[STEPS];          /* by way and escort, whether it may take it */
    Word *on_cell;                  /* [cell][words]: the goblins on it */
    Word *free_goblins;             /* [villager][way][words]: those that the villager does not run into */
    Word bare[MOST_WORDS];          /* the goblins that are owed nothing */
} Run;

int open_run(Run *run, Board *board); /* 0 where memory ran out */

static inline void put(Word *bits, int32_t bit) { bits[bit >> 6] |= (Word)1 << (bit & 63); }
static inline int has(const Word *bits, int32_t bit) { return bits[bit >> 6] >> (bit & 63) & 1; }

static inline Word *row_at(const Pairs *of, int32_t villager, int32_t escort, const int words) {
    return of->bits + ((int64_t)villager * of->rows + escort) * words;
}

#endif
