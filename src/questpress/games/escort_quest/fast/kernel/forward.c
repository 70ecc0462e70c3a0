/* From one start forward: search.py, position for position, so that verdict, depth and count are the same. */
#include "forward.h"

/* What the goblin's phase leads to becomes choices: of an adversary all outcomes are one, of a player each is one. */
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

/* Lists the choices of a position; with `looks` only tells whether one of them wins straight on in the turn after. */
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
                after[count++] =
                    (uint64_t)escort_after << 2 * SHIFT | (uint64_t)villager_after << SHIFT | (uint64_t)to[i];
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
        int immune = search->keys[position] >= IMMUNE;
        int found = immune ? list_immune(search, position, 1) : list_plain(search, position, 1);
        if (found) return 1;
        if (search->tables.failed) return 0;
    }
    return 0;
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
    Search search;
    int64_t depth = -2;
    if (open_search(&search, ground)) {
        uint64_t root = (uint64_t)escort << 2 * SHIFT | (uint64_t)villager << SHIFT | (uint64_t)goblin;
        depth = run(&search, root, limit, positions, bound);
        if (search.failed || search.tables.failed) depth = -2;
    }
    close_search(&search);
    return depth;
}
