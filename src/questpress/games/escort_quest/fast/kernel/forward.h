/* What the files of the search share. See forward.c. */
#ifndef QUESTPRESS_FORWARD_H
#define QUESTPRESS_FORWARD_H

#include <stdint.h>

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

int open_search(Search *search, const Ground *ground); /* 0 where memory ran out */
void close_search(Search *search);
int wins_now(Search *search, uint64_t key);
int64_t number_of(Search *search, uint64_t key, int straight);
void choose(Search *search, int64_t parent, uint64_t *after, int count, int straight);
int64_t worth(const Search *search);

#endif
