/* From one start forward: search.py, position for position, so that verdict, depth and count are the same. */
#include <stdlib.h>
#include <string.h>

#include "tables.h"

enum { SHIFT = 16 };
#define MASK ((uint64_t)0xffff)
#define IMMUNE ((uint64_t)1 << (3 * SHIFT))

/* Positions in the order in which they were met: layers follow each other. */
typedef struct {
    Tables tables;
    uint64_t *keys;
    uint8_t *straight;      /* whether a line without ties first led to it, a turn a layer */
    int64_t met, room;
    int64_t *slots;         /* hash table: numbers of positions, -1 for empty */
    int64_t slot_mask;
    int64_t *wins;          /* that win in the very turn */
    int64_t win_count, win_room;
    /* What may follow: edges, one or several to a choice; a choice belongs to the position that it is made in. */
    int64_t *edge_child, *edge_choice, *choice_parent;
    int32_t *choice_size;
    int64_t edges, edge_room, choices, choice_room;
    int tied, failed;
} Search;

static int grow(void **memory, int64_t room, size_t size) {
    void *more = realloc(*memory, (size_t)room * size);
    if (!more) return 0;
    *memory = more;
    return 1;
}

static uint64_t mixed(uint64_t key) {
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9u;
    return key ^ key >> 32;
}

static int rehash(Search *search) {
    int64_t size = (search->slot_mask + 1) * 2;
    int64_t *slots = malloc((size_t)size * sizeof *slots);
    if (!slots) return 0;
    memset(slots, 0xff, (size_t)size * sizeof *slots);
    free(search->slots);
    search->slots = slots;
    search->slot_mask = size - 1;
    for (int64_t number = 0; number < search->met; number++) {
        int64_t slot = (int64_t)mixed(search->keys[number]) & search->slot_mask;
        while (slots[slot] >= 0) slot = (slot + 1) & search->slot_mask;
        slots[slot] = number;
    }
    return 1;
}

static int wins_now(Search *search, uint64_t key) {
    Tables *tables = &search->tables;
    if (key >= IMMUNE) return 0;
    int32_t villager = (int32_t)(key >> SHIFT & MASK);
    if (!is_home_near(tables, villager)) return 0;
    int32_t cell = cell_of(tables, GOBLIN, (int32_t)(key & MASK));
    const Landing *steps = row_of(tables, ESCORT, (int32_t)(key >> 2 * SHIFT & MASK));
    const Landing *follows = row_of(tables, VILLAGER, villager);
    if (!steps || !follows) return 0;
    for (int way = 0; way < STEPS; way++)
        if (steps[way].end != LOST && follows[way].end == WON && !has_entered(&follows[way], cell)) return 1;
    return 0;
}

/* The number of a position; a new one is put at the end, and is noted where it wins in the very turn through ties. */
static int64_t number_of(Search *search, uint64_t key, int straight) {
    int64_t slot = (int64_t)mixed(key) & search->slot_mask;
    while (search->slots[slot] >= 0) {
        if (search->keys[search->slots[slot]] == key) return search->slots[slot];
        slot = (slot + 1) & search->slot_mask;
    }
    if (search->met == search->room) {
        int64_t room = search->room * 2;
        if (!grow((void **)&search->keys, room, sizeof *search->keys) ||
            !grow((void **)&search->straight, room, sizeof *search->straight)) {
            search->failed = 1;
            return 0;
        }
        search->room = room;
    }
    int64_t number = search->met++;
    search->keys[number] = key;
    search->straight[number] = (uint8_t)straight;
    search->slots[slot] = number;
    if (search->met * 2 > search->slot_mask && !rehash(search)) search->failed = 1;
    /* A line without ties that wins in the next turn was looked for before; the root has been looked at. */
    if (!straight && wins_now(search, key)) {
        if (search->win_count == search->win_room) {
            search->win_room *= 2;
            if (!grow((void **)&search->wins, search->win_room, sizeof *search->wins)) {
                search->failed = 1;
                return number;
            }
        }
        search->wins[search->win_count++] = number;
    }
    return number;
}

/* A choice made in `parent`, with the positions that may follow it; equal ones are one. */
static void choose(Search *search, int64_t parent, uint64_t *after, int count, int straight) {
    int distinct = 0;
    for (int i = 0; i < count; i++) {
        int known = 0;
        for (int j = 0; j < distinct; j++) known |= after[j] == after[i];
        if (!known) after[distinct++] = after[i];
    }
    int kept = search->tables.ground->may_tie;
    search->tied |= distinct > 1;
    if (kept && search->choices == search->choice_room) {
        search->choice_room *= 2;
        if (!grow((void **)&search->choice_parent, search->choice_room, sizeof *search->choice_parent) ||
            !grow((void **)&search->choice_size, search->choice_room, sizeof *search->choice_size)) {
            search->failed = 1;
            return;
        }
    }
    if (kept && search->edges + MOST_WAYS > search->edge_room) {
        search->edge_room *= 2;
        if (!grow((void **)&search->edge_child, search->edge_room, sizeof *search->edge_child) ||
            !grow((void **)&search->edge_choice, search->edge_room, sizeof *search->edge_choice)) {
            search->failed = 1;
            return;
        }
    }
    if (kept) {
        search->choice_parent[search->choices] = parent;
        search->choice_size[search->choices++] = distinct;
    }
    for (int i = 0; i < distinct; i++) {
        int64_t child = number_of(search, after[i], straight && distinct == 1);
        if (kept) {
            search->edge_child[search->edges] = child;
            search->edge_choice[search->edges++] = search->choices - 1;
        }
    }
}

/* What the goblin's phase leads to becomes choices: all outcomes are one choice of an adversary, each one a player's. */
static void settle(Search *search, int64_t parent, uint64_t *after, int count, int ended, int straight) {
    if (search->tables.ground->adversary) {
        if (!ended && count) choose(search, parent, after, count, straight);
        return;
    }
    for (int i = 0; i < count; i++) choose(search, parent, &after[i], 1, straight);
}

/* Whether a choice that does not tie leads to a win in the turn after. */
static int wins_straight(Search *search, const uint64_t *after, int count, int ended) {
    if (search->tables.ground->adversary && (ended || count != 1)) return 0;
    for (int i = 0; i < count; i++)
        if (wins_now(search, after[i])) return 1;
    return 0;
}

/* Lists the choices of a position; with `looks` it only tells whether one of them wins straight on in the turn after. */
static int list_plain(Search *search, int64_t parent, int looks) {
    Tables *tables = &search->tables;
    uint64_t key = search->keys[parent];
    int straight = search->straight[parent];
    int32_t goblin = (int32_t)(key & MASK), cell = cell_of(tables, GOBLIN, goblin);
    const Landing *steps = row_of(tables, ESCORT, (int32_t)(key >> 2 * SHIFT));
    const Landing *follows = row_of(tables, VILLAGER, (int32_t)(key >> SHIFT & MASK));
    if (!steps || !follows) return 0;
    for (int way = 0; way < STEPS; way++) {
        const Landing *step = &steps[way], *follow = &follows[way];
        if (step->end == LOST || follow->end != GOES_ON || has_entered(follow, cell)) continue;
        if (looks && (follow->guardian || step->guardian || !is_home_near(tables, follow->place))) continue;
        const Outcome *outcome = outcome_of(tables, goblin, follow->cell);
        if (!outcome) return 0;
        uint64_t after[MOST_WAYS];
        int count = 0, ended = 0;
        for (int i = 0; i < outcome->count; i++) {
            int32_t to = outcome->to[i];
            if (to == ENDED)
                ended = 1;
            else if (step->guardian || follow->guardian || to & GUARD)
                after[count++] = IMMUNE | (uint64_t)step->cell << 2 * SHIFT | (uint64_t)follow->cell << SHIFT |
                                 (uint64_t)cell_of(tables, GOBLIN, to & (GUARD - 1));
            else
                after[count++] = (uint64_t)step->place << 2 * SHIFT | (uint64_t)follow->place << SHIFT | (uint64_t)to;
        }
        if (!looks)
            settle(search, parent, after, count, ended, straight);
        else if (wins_straight(search, after, count, ended))
            return 1;
    }
    return 0;
}

static int list_immune(Search *search, int64_t parent, int looks) {
    Tables *tables = &search->tables;
    const uint16_t *around = tables->ground->around;
    uint64_t key = search->keys[parent];
    int straight = search->straight[parent];
    int32_t escort = (int32_t)(key >> 2 * SHIFT & MASK), villager = (int32_t)(key >> SHIFT & MASK);
    int32_t goblin = (int32_t)(key & MASK);
    int shut = tables->closed[escort] == 255;
    for (int way = shut ? STAYS : 0; way < (shut ? STEPS : STAYS); way++) {
        int32_t escort_after = escort, villager_after = villager;
        if (way != STAYS) {
            if (tables->closed[escort] >> way & 1) continue;
            escort_after = around[escort * WAYS + way];
            if (!(tables->closed[villager] >> way & 1)) {
                villager_after = around[villager * WAYS + way];
                if (tables->ground->captures && villager_after == goblin) continue;
            }
        }
        int32_t to[MOST_WAYS];
        uint64_t after[MOST_WAYS];
        int count = 0, ended = 0, all = immune_outcome(tables, goblin, villager_after, to);
        for (int i = 0; i < all; i++) {
            if (to[i] == ENDED)
                ended = 1;
            else
                after[count++] = (uint64_t)escort_after << 2 * SHIFT | (uint64_t)villager_after << SHIFT | (uint64_t)to[i];
        }
        if (!looks)
            settle(search, parent, after, count, ended, straight);
        else if (wins_straight(search, after, count, ended))
            return 1;
    }
    return 0;
}

/* Whether a line without ties goes on from some position of a layer to one that wins in the turn after. */
static int line_ahead(Search *search, int64_t first, int64_t last) {
    for (int64_t position = first; position < last; position++) {
        if (!search->straight[position]) continue;
        if (search->keys[position] >= IMMUNE ? list_immune(search, position, 1) : list_plain(search, position, 1)) return 1;
        if (search->tables.failed) return 0;
    }
    return 0;
}

/* The depth of position 0 as far as the kept choices show it: 0 where they show no win, -1 where memory ran out. */
static int64_t worth(const Search *search) {
    int64_t met = search->met, turns = 1, answer = 0;
    int64_t *start = calloc((size_t)met + 1, sizeof *start), *edge = malloc((size_t)(search->edges + 1) * sizeof *edge);
    int32_t *waiting = malloc((size_t)(search->choices + 1) * sizeof *waiting);
    int64_t *front = malloc((size_t)(met + 1) * sizeof *front);
    uint8_t *won = calloc((size_t)met, 1);
    if (!start || !edge || !waiting || !front || !won) {
        answer = -1;
        goto out;
    }
    memcpy(waiting, search->choice_size, (size_t)search->choices * sizeof *waiting);
    for (int64_t i = 0; i < search->edges; i++) start[search->edge_child[i]]++;
    for (int64_t i = 1; i <= met; i++) start[i] += start[i - 1];
    for (int64_t i = search->edges; i-- > 0;) edge[--start[search->edge_child[i]]] = search->edge_choice[i];
    int64_t from = 0, to = 0;
    for (int64_t i = 0; i < search->win_count; i++) {
        front[to++] = search->wins[i];
        won[search->wins[i]] = 1;
    }
    while (from < to && !won[0]) {
        turns++;
        for (int64_t last = to; from < last; from++) {
            int64_t child = front[from], end = start[child + 1];
            for (int64_t i = start[child]; i < end; i++) {
                int64_t choice = edge[i], parent = search->choice_parent[choice];
                if (--waiting[choice] || won[parent]) continue;
                won[parent] = 1;
                front[to++] = parent;
            }
        }
    }
    if (won[0]) answer = turns;
out:
    free(start);
    free(edge);
    free(waiting);
    free(front);
    free(won);
    return answer;
}

static int64_t run(Search *search, uint64_t root, int64_t limit, int64_t *positions, int64_t *bound) {
    int64_t turns = 1, weighed = 0, first = 0;
    *positions = *bound = 0;
    if (wins_now(search, root)) return 1;
    number_of(search, root, 1);
    while (first < search->met) {
        int64_t last = search->met;
        if (line_ahead(search, first, last)) {
            /* Strategies through ties of fewer turns need no choice that is not listed yet. */
            int64_t fewer = search->tied ? worth(search) : 0;
            return fewer < 0 ? -2 : fewer ? fewer : turns + 1;
        }
        for (int64_t position = first; position < last; position++) {
            if (*positions == limit) return -1;
            ++*positions;
            if (search->keys[position] >= IMMUNE)
                list_immune(search, position, 0);
            else
                list_plain(search, position, 0);
            if (search->failed || search->tables.failed) return -2;
        }
        first = last;
        turns++;
        int ends = search->met == last;
        if (search->win_count && search->tables.ground->may_tie &&
            (ends || *bound || search->met * 4 >= weighed * 5)) {
            weighed = search->met;
            *bound = worth(search);
            if (*bound < 0) return -2;
            if (*bound && (*bound <= turns || ends)) return *bound;
        }
    }
    return 0;
}

/* The depth of a start, 0 where it cannot be won, -1 at the limit (then `bound` may be a depth in which a win is
 * certain), -2 where memory ran out. A negative limit is none. */
int64_t questpress_first(
    const Ground *ground, int32_t escort, int32_t villager, int32_t goblin, int64_t limit, int64_t *positions,
    int64_t *bound
) {
    Search search = {0};
    int64_t depth = -2;
    search.room = search.win_room = 256;
    search.slot_mask = 1023;
    search.edge_room = search.choice_room = 1024;
    search.keys = malloc((size_t)search.room * sizeof *search.keys);
    search.straight = malloc((size_t)search.room);
    search.slots = malloc((size_t)(search.slot_mask + 1) * sizeof *search.slots);
    search.wins = malloc((size_t)search.win_room * sizeof *search.wins);
    search.edge_child = malloc((size_t)search.edge_room * sizeof *search.edge_child);
    search.edge_choice = malloc((size_t)search.edge_room * sizeof *search.edge_choice);
    search.choice_parent = malloc((size_t)search.choice_room * sizeof *search.choice_parent);
    search.choice_size = malloc((size_t)search.choice_room * sizeof *search.choice_size);
    if (search.keys && search.straight && search.slots && search.wins && search.edge_child && search.edge_choice &&
        search.choice_parent && search.choice_size && open_tables(&search.tables, ground)) {
        memset(search.slots, 0xff, (size_t)(search.slot_mask + 1) * sizeof *search.slots);
        uint64_t root = (uint64_t)escort << 2 * SHIFT | (uint64_t)villager << SHIFT | (uint64_t)goblin;
        depth = run(&search, root, limit, positions, bound);
        if (search.failed || search.tables.failed) depth = -2;
    }
    close_tables(&search.tables);
    free(search.keys);
    free(search.straight);
    free(search.slots);
    free(search.wins);
    free(search.edge_child);
    free(search.edge_choice);
    free(search.choice_parent);
    free(search.choice_size);
    return depth;
}
