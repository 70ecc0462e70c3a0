/* The whole-board pass: backward.py's answers, a turn at a time from what is won to that from which it can be reached.
 *
 * What is won is a bitset over goblins for each pair of villager and escort. Only what was won in the last turn is
 * carried on: back over the goblin's phase by small tables, four goblins at a time; back over the other two phases by
 * going through all escorts of a villager in one sweep. `words` is a constant in the copies that serve small boards,
 * which lets the compiler unroll every loop over words.
 */
#include "backward.h"

#include <stdlib.h>

#include "gather.h"

static inline int is_empty(const Word *row, const int words) {
    Word any = 0;
    for (int w = 0; w < words; w++) any |= row[w];
    return !any;
}

/* -- what is won now ------------------------------------------------------------------------------------------ */

static int note(Log *log, int32_t villager, int32_t escort, const Word *bits, const int words) {
    if (log->count == log->room) {
        int64_t more = log->room * 2 + 4096;
        int32_t *villagers = realloc(log->villagers, (size_t)more * sizeof *villagers);
        if (villagers) log->villagers = villagers;
        int32_t *escorts = realloc(log->escorts, (size_t)more * sizeof *escorts);
        if (escorts) log->escorts = escorts;
        Word *rows = realloc(log->bits, (size_t)(more * words) * sizeof *rows);
        if (rows) log->bits = rows;
        if (!villagers || !escorts || !rows) return 0;
        log->room = more;
    }
    log->villagers[log->count] = villager;
    log->escorts[log->count] = escort;
    for (int w = 0; w < words; w++) log->bits[log->count * words + w] = bits[w];
    log->count++;
    return 1;
}

/* Adds what is new to what is won, and writes it down. */
static inline int settle(Log *log, const Pairs *new, Pairs *won, int32_t villagers, const int words) {
    if (log->depths == log->depth_room) {
        int32_t more = log->depth_room * 2 + 64;
        int64_t *ends = realloc(log->ends, (size_t)more * sizeof *ends);
        if (!ends) return 0;
        log->ends = ends;
        log->depth_room = more;
    }
    for (int32_t villager = 0; villager < villagers; villager++) {
        if (!new->dirty[villager]) continue;
        for (int32_t escort = 0; escort < new->rows - 1; escort++) {
            const Word *bits = row_at(new, villager, escort, words);
            if (is_empty(bits, words)) continue;
            Word *all = row_at(won, villager, escort, words);
            for (int w = 0; w < words; w++) all[w] |= bits[w];
            if (!note(log, villager, escort, bits, words)) return 0;
        }
    }
    log->ends[log->depths++] = log->count;
    return 1;
}

static void clear(Pairs *of, int32_t villagers, const int words) {
    for (int32_t villager = 0; villager < villagers; villager++)
        if (of->dirty[villager]) {
            of->dirty[villager] = 0;
            memset(row_at(of, villager, 0, words), 0, sizeof(Word) * (size_t)of->rows * (size_t)words);
        }
}

/* -- back over the goblin's phase ------------------------------------------------------------------------------ */

/* Whether a goblin that ties wins whichever step it takes. `immune` is of the cells; `won` is NULL where all turns that
 * may follow are immune. */
static int all_won(Run *run, int32_t goblin, int32_t cell, const Word *won, const Word *immune) {
    const Outcome *outcome = outcome_of(&run->board->tables, goblin, cell);
    for (int i = 0; i < outcome->count; i++) {
        int32_t to = outcome->to[i];
        if (won && !(to & GUARD) ? !has(won, to) : !has(immune, run->cells[GOBLIN][to & (GUARD - 1)])) return 0;
    }
    return 1;
}

static int all_won_still(Run *run, int32_t goblin, int32_t cell, const Word *won) {
    int32_t to[MOST_WAYS];
    int count = immune_outcome(&run->board->tables, goblin, cell, to);
    for (int i = 0; i < count; i++)
        if (!has(won, to[i])) return 0;
    return 1;
}

#define EACH(bits, goblin)                                              \
    for (int w_ = 0; w_ < words; w_++)                                  \
        for (Word left_ = (bits)[w_]; left_; left_ &= left_ - 1)        \
            for (int32_t goblin = w_ * 64 + __builtin_ctzll(left_), once_ = 1; once_; once_ = 0)

static inline void add(Pairs *to, int32_t villager, int32_t escort, const Word *bits, const int words) {
    if (is_empty(bits, words)) return;
    Word *row = row_at(to, villager, escort, words);
    for (int w = 0; w < words; w++) row[w] |= bits[w];
    to->dirty[villager] = 1;
}

static inline int32_t rows_of(const Pairs *of, int32_t villager, const int words) {
    int32_t rows = 0;
    for (int32_t escort = 0; of->dirty[villager] && escort < of->rows - 1; escort++)
        rows += !is_empty(row_at(of, villager, escort, words), words);
    return rows;
}

/* Turns that are not immune, of one villager. */
static inline void before_goblin(Run *run, const Both *plain, const Both *still, int32_t villager, const int words) {
    int32_t cell = run->cells[VILLAGER][villager], cells = run->board->cells;
    Word result[MOST_WORDS], ties[MOST_WORDS], bare[MOST_WORDS];
    for (int32_t escort = 0; escort < run->board->escorts; escort++) {
        const Word *bits = row_at(&run->new, villager, escort, words);
        if (is_empty(bits, words)) continue;
        const Word *won = row_at(&run->won, villager, escort, words), *immune = NULL;
        if (run->board->guarded) immune = row_at(&run->immune, cell, run->cells[ESCORT][escort], words);
        gather_into(&plain->sole, bits, result, words);
        gather_into(&plain->tied, bits, ties, words);
        EACH(ties, goblin) {
            if (all_won(run, goblin, cell, won, immune)) put(result, goblin);
        }
        add(&run->certain, villager, escort, result, words);
        if (!run->board->guarded || villager >= cells || escort >= cells) continue;
        for (int w = 0; w < words; w++) bare[w] = bits[w] & run->bare[w];
        gather_into(&still->sole, bare, result, words);
        gather_into(&still->tied, bare, ties, words);
        EACH(ties, goblin) {
            if (all_won_still(run, goblin, cell, won)) put(result, goblin);
        }
        add(&run->certain_immune, villager, escort, result, words);
    }
}

/* Turns whose next one is immune, of the villagers on one cell. */
static inline void before_guardian(Run *run, const Both *all, const Both *guard, int32_t cell, const int words) {
    Word result[MOST_WORDS], ties[MOST_WORDS], met[MOST_WORDS];
    for (int32_t onto = 0; onto < run->board->cells; onto++) {
        const Word *bits = row_at(&run->new_immune, cell, onto, words);
        if (is_empty(bits, words)) continue;
        const Word *immune = row_at(&run->immune, cell, onto, words);
        gather_into(&all->sole, bits, result, words);
        gather_into(&all->tied, bits, ties, words);
        EACH(ties, goblin) {
            if (all_won(run, goblin, cell, NULL, immune)) put(result, goblin);
        }
        add(&run->certain_guarded, cell, onto, result, words);
        gather_into(&guard->sole, bits, met, words);
        gather_into(&guard->tied, bits, ties, words);
        if (is_empty(met, words) && is_empty(ties, words)) continue;
        for (int32_t v = run->start_at[VILLAGER][cell]; v < run->start_at[VILLAGER][cell + 1]; v++)
            for (int32_t e = run->start_at[ESCORT][onto]; e < run->start_at[ESCORT][onto + 1]; e++) {
                int32_t villager = run->at[VILLAGER][v], escort = run->at[ESCORT][e];
                const Word *won = row_at(&run->won, villager, escort, words);
                for (int w = 0; w < words; w++) result[w] = met[w];
                EACH(ties, goblin) {
                    if (all_won(run, goblin, cell, won, immune)) put(result, goblin);
                }
                add(&run->certain, villager, escort, result, words);
            }
    }
}

static inline void back_over_goblins(Run *run, Both *one, Both *other, const int words) {
    for (int32_t cell = 0; cell < run->board->cells; cell++) {
        int32_t rows = 0;
        for (int32_t v = run->start_at[VILLAGER][cell]; v < run->start_at[VILLAGER][cell + 1]; v++)
            rows += rows_of(&run->new, run->at[VILLAGER][v], words);
        if (rows) {
            open_both(one, &run->plain, cell, rows, words);
            if (run->board->guarded) open_both(other, &run->still, cell, rows, words);
            for (int32_t v = run->start_at[VILLAGER][cell]; v < run->start_at[VILLAGER][cell + 1]; v++)
                if (run->new.dirty[run->at[VILLAGER][v]]) before_goblin(run, one, other, run->at[VILLAGER][v], words);
        }
        if (run->board->guarded && run->new_immune.dirty[cell]) {
            open_both(one, &run->all, cell, rows_of(&run->new_immune, cell, words), words);
            open_both(other, &run->guard, cell, 0, words);
            before_guardian(run, one, other, cell, words);
        }
    }
}

/* -- back over the villager's and the escort's phase ------------------------------------------------------------- */

/* Adds for each escort what was certain for the escort after its step. */
static inline void sweep(
    Word *restrict found, const Pairs *certain, int32_t after, const int32_t *restrict row_after, int32_t escorts,
    const Word *goblins, const int words
) {
    const Word *restrict block = row_at(certain, after, 0, words);
    Word allowed[MOST_WORDS];
    for (int w = 0; w < words; w++) allowed[w] = goblins[w];
    if (words == 2) {
        const Two both = *(const Two *)allowed;
        for (int32_t escort = 0; escort < escorts; escort++)
            *(Two *)(found + (int64_t)escort * 2) |= *(const Two *)(block + (int64_t)row_after[escort] * 2) & both;
        return;
    }
    for (int32_t escort = 0; escort < escorts; escort++) {
        const Word *restrict bits = block + (int64_t)row_after[escort] * words;
        Word *restrict into = found + (int64_t)escort * words;
        for (int w = 0; w < words; w++) into[w] |= bits[w] & allowed[w];
    }
}

static inline int keep_new(Pairs *new, const Pairs *won, int32_t villager, const int words) {
    Word any = 0, *bits = row_at(new, villager, 0, words), *all = row_at(won, villager, 0, words);
    for (int64_t i = 0; i < (int64_t)(new->rows - 1) * words; i++) any |= bits[i] &= ~all[i];
    return any != 0;
}

static inline void back_over_steps(Run *run, const int words) {
    Board *board = run->board;
    for (int32_t villager = 0; villager < board->villagers; villager++) {
        Word *found = row_at(&run->new, villager, 0, words);
        for (int way = 0; way < STEPS; way++) {
            const Landing *follow = &run->rows[villager][way];
            if (follow->end != GOES_ON) continue;
            const Word *goblins = run->free_goblins + ((int64_t)villager * STEPS + way) * words;
            int guarded = board->guarded && run->certain_guarded.dirty[follow->cell];
            if (!follow->guardian && run->certain.dirty[follow->place]) {
                sweep(found, &run->certain, follow->place, run->row_after[way], board->escorts, goblins, words);
                run->new.dirty[villager] = 1;
            }
            if (guarded && follow->guardian) {
                sweep(found, &run->certain_guarded, follow->cell, run->cell_after[way], board->escorts, goblins, words);
                run->new.dirty[villager] = 1;
            } else if (guarded && run->guard_count[way]) {
                for (int32_t i = 0; i < run->guard_count[way]; i++) {
                    const Guarded *guard = &run->guards[way][i];
                    const Word *bits = row_at(&run->certain_guarded, follow->cell, guard->cell, words);
                    for (int w = 0; w < words; w++) found[(int64_t)guard->escort * words + w] |= bits[w] & goblins[w];
                }
                run->new.dirty[villager] = 1;
            }
        }
        if (run->new.dirty[villager])
            run->new.dirty[villager] = (uint8_t)keep_new(&run->new, &run->won, villager, words);
    }
}

/* The same of an immune turn, in which tokens are cells and only barriers and capture hold (EQ-26). */
static inline void back_over_immune_steps(Run *run, const int words) {
    Board *board = run->board;
    for (int32_t cell = 0; cell < board->cells; cell++) {
        Word *found = row_at(&run->new_immune, cell, 0, words);
        for (int way = 0; way < STEPS; way++) {
            int stays = way == STAYS || board->tables.closed[cell] >> way & 1;
            int32_t after = stays ? cell : board->tables.ground->around[cell * WAYS + way];
            if (!run->certain_immune.dirty[after]) continue;
            Word goblins[MOST_WORDS];
            for (int w = 0; w < words; w++) goblins[w] = run->bare[w];
            if (!stays && board->tables.ground->captures) goblins[after >> 6] &= ~((Word)1 << (after & 63));
            sweep(found, &run->certain_immune, after, run->immune_row_after[way], board->cells, goblins, words);
            run->new_immune.dirty[cell] = 1;
        }
        if (run->new_immune.dirty[cell])
            run->new_immune.dirty[cell] = (uint8_t)keep_new(&run->new_immune, &run->immune, cell, words);
    }
}

/* -- the pass -------------------------------------------------------------------------------------------------- */

static void first(Run *run) {
    Board *board = run->board;
    int words = board->words;
    for (int32_t villager = 0; villager < board->villagers; villager++)
        for (int way = 0; way < STEPS; way++) {
            if (run->rows[villager][way].end != WON) continue;
            const Word *goblins = run->free_goblins + ((int64_t)villager * STEPS + way) * words;
            for (int32_t escort = 0; escort < board->escorts; escort++)
                if (run->steps[way][escort]) add(&run->new, villager, escort, goblins, words);
        }
}

static int any(const uint8_t *dirty, int32_t count) { return dirty && memchr(dirty, 1, (size_t)count) != NULL; }

static inline int turns(Run *run, Both *one, Both *other, const int words) {
    Board *board = run->board;
    first(run);
    while (any(run->new.dirty, board->villagers) || any(run->new_immune.dirty, board->cells)) {
        if (!settle(&board->won, &run->new, &run->won, board->villagers, words)) return 0;
        if (board->guarded && !settle(&board->immune, &run->new_immune, &run->immune, board->cells, words)) return 0;
        back_over_goblins(run, one, other, words);
        clear(&run->new, board->villagers, words);
        if (board->guarded) clear(&run->new_immune, board->cells, words);
        back_over_steps(run, words);
        clear(&run->certain, board->villagers, words);
        if (board->guarded) {
            back_over_immune_steps(run, words);
            clear(&run->certain_immune, board->cells, words);
            clear(&run->certain_guarded, board->cells, words);
        }
    }
    return !board->tables.failed;
}

void questpress_close(Board *board);

/* The finished pass, to be closed; NULL where memory ran out. */
Board *questpress_all(const Ground *ground) {
    Run run;
    Both *both = malloc(2 * sizeof *both);
    Board *board = calloc(1, sizeof *board);
    int done = 0;
    if (!board || !both || !open_tables(&board->tables, ground)) goto out;
    board->cells = ground->cells;
    board->guarded = memchr(ground->tiles, GUARDIAN, (size_t)ground->cells) != NULL;
    for (int token = ESCORT; token <= GOBLIN; token++)
        for (int32_t place = 0; place < board->tables.tokens[token].count; place++)
            if (!row_of(&board->tables, token, place)) goto out;
    board->escorts = board->tables.tokens[ESCORT].count;
    board->villagers = board->tables.tokens[VILLAGER].count;
    board->goblins = board->tables.tokens[GOBLIN].count;
    board->words = (board->goblins + 63) / 64;
    if (board->words > MOST_WORDS || !open_run(&run, board)) goto out;
    switch (board->words) {
        case 1: done = turns(&run, &both[0], &both[1], 1); break;
        case 2: done = turns(&run, &both[0], &both[1], 2); break;
        case 3: done = turns(&run, &both[0], &both[1], 3); break;
        default: done = turns(&run, &both[0], &both[1], board->words);
    }
out:
    free(both);
    if (done) return board;
    if (board) questpress_close(board);
    return NULL;
}
