/* The positions that a search has met, what may follow them, and what they are worth by that. See forward.c. */
#include "forward.h"

#include <stdlib.h>
#include <string.h>

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

/* Whether the player can win in this very turn. */
int wins_now(Search *search, uint64_t key) {
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
int64_t number_of(Search *search, uint64_t key, int straight) {
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
void choose(Search *search, int64_t parent, uint64_t *after, int count, int straight) {
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

/* The depth of position 0 as far as the kept choices show it: 0 where they show no win, -1 where memory ran out. */
int64_t worth(const Search *search) {
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

int open_search(Search *search, const Ground *ground) {
    memset(search, 0, sizeof *search);
    search->room = search->win_room = 256;
    search->slot_mask = 1023;
    search->edge_room = search->choice_room = 1024;
    search->keys = malloc((size_t)search->room * sizeof *search->keys);
    search->straight = malloc((size_t)search->room);
    search->slots = malloc((size_t)(search->slot_mask + 1) * sizeof *search->slots);
    search->wins = malloc((size_t)search->win_room * sizeof *search->wins);
    search->edge_child = malloc((size_t)search->edge_room * sizeof *search->edge_child);
    search->edge_choice = malloc((size_t)search->edge_room * sizeof *search->edge_choice);
    search->choice_parent = malloc((size_t)search->choice_room * sizeof *search->choice_parent);
    search->choice_size = malloc((size_t)search->choice_room * sizeof *search->choice_size);
    if (!search->keys || !search->straight || !search->slots || !search->wins || !search->edge_child ||
        !search->edge_choice || !search->choice_parent || !search->choice_size || !open_tables(&search->tables, ground))
        return 0;
    memset(search->slots, 0xff, (size_t)(search->slot_mask + 1) * sizeof *search->slots);
    return 1;
}

void close_search(Search *search) {
    close_tables(&search->tables);
    free(search->keys);
    free(search->straight);
    free(search->slots);
    free(search->wins);
    free(search->edge_child);
    free(search->edge_choice);
    free(search->choice_parent);
    free(search->choice_size);
}
