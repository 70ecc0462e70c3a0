/* The compiled kernel: one token's steps on one ground, as tokens.py and tables.py have them.
 *
 * No tile's rule stands here either. What a landing does comes in as the effects that effects.py has learnt from the
 * readable rules, the goblin's ways as the bit masks that goblin.py gives. Tests hold every answer equal to plain
 * Python's. Names and numbers are those of ground.py, effects.py and tokens.py.
 */
#ifndef QUESTPRESS_TABLES_H
#define QUESTPRESS_TABLES_H

#include <stddef.h>
#include <stdint.h>

enum { WAYS = 8, STAYS = 8, STEPS = 9, OWED = 11 };
enum { VILLAGE = 1, AMULET = 4, GUARDIAN = 5, WARP = 7 };
enum { WARP_SAME = 7, WARP_EXIT, WARP_DEAD, CLOSED, ENDS };
enum { NOTHING, IS_BOUND, IS_FROZEN, IS_LATE };
enum { GOES_ON, WON, LOST };
enum { ESCORT, VILLAGER, GOBLIN };
enum { MOST_WAYS = 4 }; /* the goblin's equally good steps, at most: two signs across and two down, or four diagonals */

typedef struct {
    int16_t carried, jumps, debt, guardian, end;
} Effect;

/* What Python hands over; kept alive by Python during a call. */
typedef struct {
    int32_t cells, amulets, captures, adversary, may_tie;
    const uint8_t *tiles, *walls;
    const uint16_t *around;      /* [cells][WAYS] */
    const Effect *effects;       /* [late][token][amulets + 1][ENDS] */
    const uint8_t *ways[2];      /* [goblin][villager], free and bound: bit d for direction d */
    uint8_t masks[4];            /* by debt, the directions in which a token may step */
} Ground;

typedef struct {
    int32_t place;               /* of the node after it, where it goes on */
    uint16_t cell;
    uint8_t end, guardian;
    uint16_t met;                /* how many cells were entered: 0 where capture is ignored */
    const uint16_t *entered;
} Landing;

typedef struct {
    int8_t count;                /* 0: not asked yet */
    int32_t to[MOST_WAYS];       /* the goblin's place, with GUARD where a guardian was met, or ENDED */
} Outcome;

enum { ENDED = -1, GUARD = 1 << 20 };

/* A node's place is its number in the order in which nodes turn up, the bare cells first. */
typedef struct {
    int32_t count;
    int32_t *places;             /* by node, -1 where it has not turned up */
    int32_t *nodes;              /* by place */
    Landing **rows;              /* by place, STEPS landings, NULL where not asked yet */
} Token;

typedef struct Chunk Chunk;

typedef struct {
    const Ground *ground;
    int32_t cells;
    uint8_t *closed;
    int32_t exits[WAYS];
    Token tokens[3];
    uint8_t *homes;              /* by villager's place: 0 no step brings it home, 1 some does, 2 ask */
    Outcome **outcomes;          /* by goblin's place, then by the villager's cell */
    Chunk *chunks;
    int failed;                  /* memory ran out */
} Tables;

int open_tables(Tables *tables, const Ground *ground);
void close_tables(Tables *tables);
void *keep(Tables *tables, size_t bytes); /* zeroed memory that lives as long as the tables; NULL where there is none */

const Landing *row_of(Tables *tables, int token, int32_t place);
const Outcome *outcome_of(Tables *tables, int32_t goblin, int32_t villager_cell);
int immune_outcome(const Tables *tables, int32_t goblin_cell, int32_t villager_cell, int32_t *to);
int is_home_near(Tables *tables, int32_t villager);

static inline int32_t cell_of(const Tables *tables, int token, int32_t place) {
    return tables->tokens[token].nodes[place] % tables->cells;
}

static inline int has_entered(const Landing *landing, int32_t cell) {
    for (int i = 0; i < landing->met; i++)
        if (landing->entered[i] == cell) return 1;
    return 0;
}

#endif
