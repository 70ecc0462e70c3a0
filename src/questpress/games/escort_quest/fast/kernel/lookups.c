/* What the whole-board pass looks up: goblins by what their phase leads to, escorts and villagers by their steps. */
#include "backward.h"

static void *room(Run *run, int64_t count, size_t size) {
    return keep(&run->board->tables, (size_t)(count > 0 ? count : 1) * size);
}

static Pairs pairs(Run *run, int32_t villagers, int32_t escorts) {
    Pairs made = {0};
    made.rows = escorts + 1;
    made.bits = room(run, (int64_t)villagers * made.rows * run->board->words, sizeof(Word));
    made.dirty = room(run, villagers, 1);
    return made;
}

static Phase phase(Run *run, int32_t outcomes) {
    Phase made = {0};
    int32_t cells = run->board->cells, words = run->board->words, ties = run->board->tables.ground->may_tie;
    made.outcomes = (outcomes + OUTCOMES_AT_A_TIME - 1) / OUTCOMES_AT_A_TIME * OUTCOMES_AT_A_TIME;
    int64_t size = (int64_t)cells * made.outcomes * words;
    made.sole = room(run, size, sizeof(Word));
    made.tied = room(run, ties ? size : 0, sizeof(Word));
    made.of_sole = room(run, (int64_t)cells * words, sizeof(Word));
    made.of_tied = room(run, (int64_t)cells * words, sizeof(Word));
    return made;
}

static void reach(Run *run, Phase *of, int32_t cell, int32_t outcome, int32_t goblin, int tied) {
    int64_t words = run->board->words;
    put((tied ? of->of_tied : of->of_sole) + cell * words, outcome);
    put((tied ? of->tied : of->sole) + ((int64_t)cell * of->outcomes + outcome) * words, goblin);
}

static void fill_phases(Run *run) {
    Board *board = run->board;
    int adversary = board->tables.ground->adversary;
    run->plain = phase(run, board->goblins);
    if (board->guarded) {
        run->guard = phase(run, board->cells);
        run->all = phase(run, board->cells);
        run->still = phase(run, board->cells);
    }
    if (board->tables.failed) return;
    for (int32_t goblin = 0; goblin < board->goblins; goblin++)
        for (int32_t cell = 0; cell < board->cells; cell++) {
            const Outcome *outcome = outcome_of(&board->tables, goblin, cell);
            if (!outcome) return;
            int ended = 0, tied = adversary && outcome->count > 1;
            for (int i = 0; i < outcome->count; i++) ended |= outcome->to[i] == ENDED;
            if (ended && adversary) continue;
            for (int i = 0; i < outcome->count; i++) {
                int32_t to = outcome->to[i];
                if (to == ENDED) continue;
                if (board->guarded) {
                    int32_t onto = run->cells[GOBLIN][to & (GUARD - 1)];
                    reach(run, &run->all, cell, onto, goblin, tied);
                    if (to & GUARD) reach(run, &run->guard, cell, onto, goblin, tied);
                }
                if (!(to & GUARD)) reach(run, &run->plain, cell, to, goblin, tied);
            }
        }
    for (int32_t goblin = 0; board->guarded && goblin < board->cells; goblin++)
        for (int32_t cell = 0; cell < board->cells; cell++) {
            int32_t to[MOST_WAYS];
            int count = immune_outcome(&board->tables, goblin, cell, to), ended = 0;
            for (int i = 0; i < count; i++) ended |= to[i] == ENDED;
            for (int i = 0; i < count && !(ended && adversary); i++)
                if (to[i] != ENDED) reach(run, &run->still, cell, to[i], goblin, adversary && count > 1);
        }
}

static void fill_cells(Run *run) {
    Board *board = run->board;
    for (int token = ESCORT; token <= GOBLIN; token++) {
        int32_t count = board->tables.tokens[token].count;
        int32_t *cells = run->cells[token] = room(run, count, sizeof(int32_t));
        int32_t *start = run->start_at[token] = room(run, board->cells + 1, sizeof(int32_t));
        int32_t *at = run->at[token] = room(run, count, sizeof(int32_t));
        if (board->tables.failed) return;
        for (int32_t place = 0; place < count; place++) start[cells[place] = cell_of(&board->tables, token, place)]++;
        for (int32_t cell = 1; cell <= board->cells; cell++) start[cell] += start[cell - 1];
        for (int32_t place = count; place-- > 0;) at[--start[cells[place]]] = place;
    }
}

static void fill_escort_steps(Run *run) {
    Board *board = run->board;
    int32_t escorts = board->escorts, cells = board->cells;
    for (int way = 0; way < STEPS; way++) {
        run->row_after[way] = room(run, escorts, sizeof(int32_t));
        run->cell_after[way] = room(run, escorts, sizeof(int32_t));
        run->steps[way] = room(run, escorts, 1);
        run->guards[way] = room(run, escorts, sizeof(Guarded));
        run->immune_row_after[way] = room(run, cells, sizeof(int32_t));
        if (board->tables.failed) return;
        for (int32_t escort = 0; escort < escorts; escort++) {
            const Landing *step = &row_of(&board->tables, ESCORT, escort)[way];
            int goes = step->end != LOST;
            run->steps[way][escort] = (uint8_t)goes;
            run->cell_after[way][escort] = goes ? step->cell : cells;
            run->row_after[way][escort] = goes && !step->guardian ? step->place : escorts;
            if (goes && step->guardian) run->guards[way][run->guard_count[way]++] = (Guarded){escort, step->cell};
        }
        for (int32_t cell = 0; cell < cells; cell++) {
            int closed = board->tables.closed[cell];
            int32_t after = way == STAYS ? cell : board->tables.ground->around[cell * WAYS + way];
            run->immune_row_after[way][cell] = (way == STAYS ? closed == 255 : !(closed >> way & 1)) ? after : cells;
        }
    }
}

static void fill_villager_steps(Run *run) {
    Board *board = run->board;
    int words = board->words;
    run->rows = room(run, board->villagers, sizeof(const Landing *));
    run->on_cell = room(run, (int64_t)board->cells * words, sizeof(Word));
    run->free_goblins = room(run, (int64_t)board->villagers * STEPS * words, sizeof(Word));
    if (board->tables.failed) return;
    Word all[MOST_WORDS] = {0};
    for (int32_t goblin = 0; goblin < board->goblins; goblin++) {
        put(all, goblin);
        put(run->on_cell + (int64_t)run->cells[GOBLIN][goblin] * words, goblin);
    }
    for (int32_t villager = 0; villager < board->villagers; villager++) {
        const Landing *row = run->rows[villager] = row_of(&board->tables, VILLAGER, villager);
        for (int way = 0; way < STEPS; way++) {
            Word *goblins = run->free_goblins + ((int64_t)villager * STEPS + way) * words;
            memcpy(goblins, all, sizeof(Word) * (size_t)words);
            for (int i = 0; i < row[way].met; i++)
                for (int w = 0; w < words; w++) goblins[w] &= ~run->on_cell[(int64_t)row[way].entered[i] * words + w];
        }
    }
}

int open_run(Run *run, Board *board) {
    memset(run, 0, sizeof *run);
    run->board = board;
    for (int32_t cell = 0; cell < board->cells; cell++) put(run->bare, cell);
    void (*const fills[])(Run *) = {fill_cells, fill_phases, fill_escort_steps, fill_villager_steps};
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
        fills[i](run);
        if (board->tables.failed) return 0;
    }
    run->won = pairs(run, board->villagers, board->escorts);
    run->new = pairs(run, board->villagers, board->escorts);
    run->certain = pairs(run, board->villagers, board->escorts);
    if (board->guarded) {
        run->immune = pairs(run, board->cells, board->cells);
        run->new_immune = pairs(run, board->cells, board->cells);
        run->certain_immune = pairs(run, board->cells, board->cells);
        run->certain_guarded = pairs(run, board->cells, board->cells);
    }
    return !board->tables.failed;
}
