/* Rows and outcomes, filled when they are first asked for. See tables.h. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

struct Chunk {
    Chunk *next;
    size_t used, size;
};

enum { CHUNK = 1 << 16 };

void *keep(Tables *tables, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    Chunk *chunk = tables->chunks;
    if (!chunk || chunk->used + bytes > chunk->size) {
        size_t size = bytes > CHUNK ? bytes : CHUNK;
        chunk = malloc(sizeof(Chunk) + 16 + size);
        if (!chunk) {
            tables->failed = 1;
            return NULL;
        }
        chunk->next = tables->chunks;
        chunk->used = 0;
        chunk->size = size;
        tables->chunks = chunk;
    }
    char *memory = (char *)(((uintptr_t)(chunk + 1) + 15) & ~(uintptr_t)15) + chunk->used;
    chunk->used += bytes;
    return memset(memory, 0, bytes);
}

int open_tables(Tables *tables, const Ground *ground) {
    memset(tables, 0, sizeof *tables);
    int32_t cells = tables->cells = ground->cells, nodes = cells * OWED;
    tables->ground = ground;
    tables->closed = keep(tables, (size_t)cells);
    tables->homes = keep(tables, (size_t)nodes);
    tables->outcomes = keep(tables, sizeof(Outcome *) * (size_t)nodes);
    for (int token = ESCORT; token <= GOBLIN; token++) {
        Token *of = &tables->tokens[token];
        of->places = keep(tables, sizeof(int32_t) * (size_t)nodes);
        of->nodes = keep(tables, sizeof(int32_t) * (size_t)nodes);
        of->rows = keep(tables, sizeof(Landing *) * (size_t)nodes);
        if (tables->failed) return 0;
        memset(of->places, 0xff, sizeof(int32_t) * (size_t)nodes);
        for (int32_t cell = 0; cell < cells; cell++) of->places[cell] = of->nodes[cell] = cell;
        of->count = cells;
    }
    for (int way = 0; way < WAYS; way++) tables->exits[way] = -1;
    /* Onto a chain of amulets a last step home may go, where the chain lands at once. */
    const Effect *chain = &ground->effects[(VILLAGER * (ground->amulets + 1) + 1) * ENDS + VILLAGE];
    int chains = ground->amulets && chain->end == WON;
    memset(tables->homes + cells, 2, (size_t)(nodes - cells));
    for (int32_t cell = 0; cell < cells; cell++) {
        int tile = ground->tiles[cell];
        tables->closed[cell] = tile ? 0 : ground->walls[cell]; /* EQ-5: a tile negates the barrier below it */
        if (tile >= WARP) tables->exits[tile - WARP] = cell;
        if (tile == VILLAGE || (tile == AMULET && chains))
            for (int way = 0; way < WAYS; way++) tables->homes[ground->around[cell * WAYS + way]] = 2;
    }
    return 1;
}

void close_tables(Tables *tables) {
    while (tables->chunks) {
        Chunk *next = tables->chunks->next;
        free(tables->chunks);
        tables->chunks = next;
    }
}

static int32_t place_of(Tables *tables, int token, int32_t node) {
    Token *of = &tables->tokens[token];
    if (of->places[node] < 0) {
        of->places[node] = of->count;
        of->nodes[of->count++] = node;
    }
    return of->places[node];
}

/* How many amulets follow each other from a cell, and what ends their row. */
static const Effect *effect_of(const Tables *tables, int token, int late, int32_t cell, int way) {
    const Ground *ground = tables->ground;
    int row = 0, end;
    int32_t here = cell, tile = ground->tiles[cell];
    while (tile == AMULET) {
        row++;
        here = ground->around[here * WAYS + way];
        if (here == cell) break;
        tile = ground->tiles[here];
    }
    if (tile == AMULET)
        end = CLOSED;
    else if (tile < WARP)
        end = tile;
    else if (tile == WARP + way)
        end = WARP_SAME;
    else
        end = tables->exits[way] >= 0 ? WARP_EXIT : WARP_DEAD;
    return &ground->effects[((late * 3 + token) * (ground->amulets + 1) + row) * ENDS + end];
}

/* Where an effect brings a token that comes onto `cell`. `before` are the cells entered in the phase until now. */
static Landing landing_of(
    Tables *tables, int token, const Effect *effect, int32_t cell, int way, const Landing *before, int enters
) {
    const Ground *ground = tables->ground;
    Landing landing = {0};
    landing.end = (uint8_t)effect->end;
    if (effect->end == LOST) return landing;
    int most = (before ? before->met : 0) + 2 + effect->carried;
    uint16_t *entered = ground->captures ? keep(tables, sizeof(uint16_t) * (size_t)most) : NULL;
    int met = 0;
    if (entered) {
        for (int i = 0; before && i < before->met; i++) entered[met++] = before->entered[i];
        if (enters) entered[met++] = (uint16_t)cell;
    }
    for (int i = 0; i < effect->carried; i++) {
        cell = ground->around[cell * WAYS + way];
        if (entered) entered[met++] = (uint16_t)cell;
    }
    if (effect->jumps) {
        cell = tables->exits[way];
        if (entered) entered[met++] = (uint16_t)cell;
    }
    landing.entered = entered;
    landing.met = (uint16_t)met;
    landing.cell = (uint16_t)cell;
    if (effect->end == WON) return landing;
    landing.guardian = effect->guardian || (before && before->guardian);
    int owed = effect->debt == IS_LATE ? IS_LATE + way : effect->debt;
    landing.place = place_of(tables, token, owed * tables->cells + cell);
    return landing;
}

/* How the phase of a token begins, and the directions in which it may step. */
static Landing begin(Tables *tables, int token, int32_t place, int *allowed) {
    int32_t node = tables->tokens[token].nodes[place], cell = node % tables->cells, owed = node / tables->cells;
    Landing start = {0};
    if (owed < IS_LATE) {
        start.place = start.cell = (uint16_t)cell;
        *allowed = tables->ground->masks[owed] & ~tables->closed[cell];
        return start;
    }
    int way = owed - IS_LATE;
    start = landing_of(tables, token, effect_of(tables, token, 1, cell, way), cell, way, NULL, 0);
    *allowed = start.end == GOES_ON ? tables->ground->masks[IS_LATE] & ~tables->closed[start.cell] : 0;
    return start;
}

const Landing *row_of(Tables *tables, int token, int32_t place) {
    Landing *row = tables->tokens[token].rows[place];
    if (row) return row;
    row = keep(tables, sizeof(Landing) * STEPS);
    if (!row) return NULL;
    int allowed;
    Landing start = begin(tables, token, place, &allowed), none = {0};
    none.end = LOST;
    for (int way = 0; way < STEPS; way++) {
        if (start.end != GOES_ON)
            row[way] = start;
        else if (way == STAYS) /* EQ-15: the escort stays only where no direction is allowed */
            row[way] = token == ESCORT && allowed ? none : start;
        else if (!(allowed >> way & 1)) /* EQ-16: the villager stays where it cannot follow */
            row[way] = token == ESCORT ? none : start;
        else {
            int32_t onto = tables->ground->around[start.cell * WAYS + way];
            row[way] = landing_of(tables, token, effect_of(tables, token, 0, onto, way), onto, way, &start, 1);
        }
    }
    tables->tokens[token].rows[place] = row;
    return tables->failed ? NULL : row;
}

int is_home_near(Tables *tables, int32_t villager) {
    if (tables->homes[villager] == 2) {
        const Landing *row = row_of(tables, VILLAGER, villager);
        tables->homes[villager] = 0;
        for (int way = 0; row && way < STEPS; way++)
            if (row[way].end == WON) tables->homes[villager] = 1;
    }
    return tables->homes[villager];
}

static void add(Outcome *outcome, int32_t to) {
    for (int i = 0; i < outcome->count; i++)
        if (outcome->to[i] == to) return;
    outcome->to[outcome->count++] = to;
}

const Outcome *outcome_of(Tables *tables, int32_t goblin, int32_t villager_cell) {
    Outcome *outcomes = tables->outcomes[goblin];
    if (!outcomes) {
        outcomes = tables->outcomes[goblin] = keep(tables, sizeof(Outcome) * (size_t)tables->cells);
        if (!outcomes) return NULL;
    }
    Outcome *outcome = &outcomes[villager_cell];
    if (outcome->count) return outcome;
    /* The goblin's row has what each direction comes to; where it may not go, it stays, as the villager does. */
    const Landing *row = row_of(tables, GOBLIN, goblin);
    if (!row) return NULL;
    const Landing *stays = &row[STAYS];
    int32_t node = tables->tokens[GOBLIN].nodes[goblin];
    if (stays->end != GOES_ON || has_entered(stays, villager_cell)) {
        add(outcome, ENDED);
        return outcome;
    }
    int ways = tables->ground->ways[node / tables->cells == IS_BOUND][stays->cell * tables->cells + villager_cell];
    for (int way = 0; way < WAYS; way++) {
        if (!(ways >> way & 1)) continue;
        const Landing *step = &row[way];
        if (step->end != GOES_ON || has_entered(step, villager_cell))
            add(outcome, ENDED);
        else
            add(outcome, step->place | (step->guardian ? GUARD : 0));
    }
    if (!outcome->count) add(outcome, stays->place | (stays->guardian ? GUARD : 0)); /* EQ-18: on the villager's cell */
    return outcome;
}

int immune_outcome(const Tables *tables, int32_t goblin_cell, int32_t villager_cell, int32_t *to) {
    Outcome outcome = {0};
    int ways = tables->ground->ways[0][goblin_cell * tables->cells + villager_cell];
    for (int way = 0; way < WAYS; way++) {
        if (!(ways >> way & 1)) continue;
        int32_t after = goblin_cell;
        if (!(tables->closed[goblin_cell] >> way & 1)) {
            after = tables->ground->around[goblin_cell * WAYS + way];
            if (tables->ground->captures && after == villager_cell) after = ENDED;
        }
        add(&outcome, after);
    }
    if (!outcome.count) add(&outcome, goblin_cell);
    memcpy(to, outcome.to, sizeof outcome.to);
    return outcome.count;
}
