/* The measure of the engine's speed: one fixed duel in scalar C, one core.
 *
 *   gcc -O3 -march=native -o kernel kernel.c && ./kernel [duels] [seed]
 *
 * Complex criticals, bleeding by criticals; both sides recover a dropped weapon, else attack.
 * One line comes out: ns per duel, fighter-turns per duel, win rates and means.
 * Only the play of the duels and the storing of their outcomes are timed.
 *
 * It measures work, it is no second source of the rules. It is looser than the ruleset in one place (R5.4):
 * it keeps no worst row per location, so flat penalties add up at one location too, and halvings count once.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEG_LEFT, LEG_RIGHT, ARM_LEFT, ARM_RIGHT, TORSO, HEAD, LOCATIONS };
enum { MINOR = 1, MAJOR = 2, SEVERE = 3 };
enum { /* what a critical does beyond multiplier and bleeding */
    STUN = 1, DROP = 2, ARM_LOST = 4, EVADE_15 = 8, EVADE_HALF = 16, EVADE_NONE = 32,
    SKILL_15 = 64, SKILL_HALF = 128, SPEED_HALF = 256, SPEED_ONE = 512, UNCONSCIOUS = 1024
};
#define AGILITY (EVADE_15 | EVADE_HALF | EVADE_NONE | SPEED_HALF | SPEED_ONE)

typedef struct { int hp, skill, evade, luck, strength, vitality, speed, die; } Sheet;
typedef struct { uint16_t effect; uint8_t multiplier, bleeding, location; } Row;
typedef struct { uint8_t first, last, multiplier, bleeding; uint16_t effect; } Lines;
typedef struct { /* effective values are kept ready and renewed when a critical changes them */
    int hp, chance_base, evade, speed, loss, die;
    uint16_t marks;    /* STUN, DROP, ARM_LOST and the lasting percentages */
    uint8_t flat_skill, flat_evade, criticals;
    uint8_t bleeding[LOCATIONS];
} Fighter;
typedef struct { int16_t rounds, hp[2]; uint8_t winner, criticals[2], last_turns; } Outcome;

static const Sheet SHEET[2] = {{60, 70, 10, 9, 6, 5, 7, 8}, {65, 65, 15, 12, 5, 4, 6, 10}};
static const Lines LEG[] = {{1, 1, 1, 0, 0}, {2, 3, 1, MINOR, 0}, {4, 6, 1, MINOR, EVADE_15},
    {7, 9, 1, MAJOR, EVADE_15 | SPEED_HALF}, {10, 11, 1, MAJOR, EVADE_HALF | SPEED_ONE}, {12, 12, 1, SEVERE, EVADE_NONE | SPEED_ONE}};
static const Lines ARM[] = {{1, 3, 1, 0, 0}, {4, 6, 1, 0, DROP}, {7, 9, 1, MINOR, DROP | SKILL_15},
    {10, 11, 1, MAJOR, SKILL_HALF}, {12, 12, 1, SEVERE, ARM_LOST}};
static const Lines BODY[] = {{1, 2, 1, 0, STUN}, {3, 5, 1, MINOR, STUN}, {6, 9, 2, MINOR, 0},
    {10, 11, 2, MAJOR, 0}, {12, 12, 3, SEVERE, SPEED_HALF}};
static const Lines SKULL[] = {{1, 1, 1, 0, STUN}, {2, 3, 1, MINOR, STUN}, {4, 5, 2, MINOR, 0}, {6, 9, 3, MAJOR, 0},
    {10, 11, 3, SEVERE, 0}, {12, 12, 1, 0, UNCONSCIOUS}};

#define SIDES_AND_ROWS 24
static Row critical_table[12 * SIDES_AND_ROWS]; /* location die, then side, then row die: all equally likely */
static Fighter fresh[2];

static void fill(int place, int location, const Lines *lines) {
    for (int d12 = 1; d12 <= 12; d12++) {
        while (d12 > lines->last) lines++;
        uint16_t effect = lines->effect;
        if (location == ARM_LEFT) effect &= ~(DROP | ARM_LOST); /* the empty hand */
        critical_table[place + d12 - 1] = (Row){effect, lines->multiplier, lines->bleeding, location};
    }
}

static void prepare(void) {
    for (int d12 = 0; d12 < 12; d12++) for (int side = 0; side < 2; side++) {
        int place = d12 * SIDES_AND_ROWS + side * 12;
        if (d12 < 4) fill(place, LEG_LEFT + side, LEG);
        else if (d12 < 8) fill(place, TORSO, BODY);
        else if (d12 < 11) fill(place, ARM_LEFT + side, ARM);
        else fill(place, HEAD, SKULL);
    }
    for (int i = 0; i < 2; i++) {
        const Sheet *s = &SHEET[i];
        fresh[i] = (Fighter){.hp = s->hp, .chance_base = s->skill, .evade = s->evade, .speed = s->speed, .die = s->die};
    }
}

/* splitmix64 as published by Steele, Lea and Flood: a counter and a finaliser */
static inline uint64_t dice(uint64_t *counter) {
    uint64_t z = (*counter += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
static inline int face(uint64_t bits, int sides) { return (int)((bits & 0xFFFF) * sides >> 16) + 1; }
static inline int at_least(int value, int floor) { return value < floor ? floor : value; }

static void wound(Fighter *f, const Sheet *s, const Row *row) {
    f->criticals++;
    if (row->effect & UNCONSCIOUS) { f->hp = 0; return; }
    if (row->bleeding > f->bleeding[row->location]) {
        f->bleeding[row->location] = row->bleeding;
        int levels = 0;
        for (int i = 0; i < LOCATIONS; i++) levels += f->bleeding[i];
        f->loss = at_least(levels * 5 * s->hp / 100, 1);
    }
    if (!row->effect) return;
    f->marks |= row->effect;
    if (f->marks & ARM_LOST) { f->marks &= ~DROP; f->die = 3; }
    f->flat_skill += row->effect & SKILL_15 ? 15 : 0;
    f->flat_evade += row->effect & EVADE_15 ? 15 : 0;
    f->chance_base = at_least(s->skill - f->flat_skill, 0) >> (f->marks & SKILL_HALF ? 1 : 0);
    if (row->effect & AGILITY) {
        f->evade = f->marks & EVADE_NONE ? 0 : at_least(s->evade - f->flat_evade, 0) >> (f->marks & EVADE_HALF ? 1 : 0);
        f->speed = f->marks & SPEED_ONE ? 1 : s->speed >> (f->marks & SPEED_HALF ? 1 : 0);
    }
}

typedef struct { int damage; const Row *row; } Blow;

static inline Blow attack(Fighter *me, int i, const Fighter *foe, uint64_t hit_bits, uint64_t damage_bits, uint64_t *counter) {
    if (me->marks & (STUN | DROP)) { /* the stun goes first, the next turn picks the weapon up */
        me->marks &= me->marks & STUN ? ~STUN : ~DROP;
        return (Blow){0, NULL};
    }
    int chance = at_least(me->chance_base - foe->evade, 10), d100 = face(hit_bits, 100);
    if (chance > 100) chance = 100;
    if (d100 > chance) return (Blow){0, NULL};
    int damage = face(damage_bits, me->die) + SHEET[i].strength;
    const Row *row = NULL;
    if (d100 > chance - (SHEET[i].luck + 1) / 2) {
        row = &critical_table[(dice(counter) >> 32) * (12 * SIDES_AND_ROWS) >> 32];
        damage *= row->multiplier;
    }
    return (Blow){at_least(damage - SHEET[!i].vitality, 1), row};
}

static inline void suffer(Fighter *f, int i, Blow blow) {
    f->hp -= blow.damage;
    if (blow.row) wound(f, &SHEET[i], blow.row);
}

/* One fighter's turn when the other's is not at the same time: 1 when the duel is over. */
static inline int turn(Fighter *f, int i, uint64_t word, uint64_t *counter) {
    suffer(&f[!i], !i, attack(&f[i], i, &f[!i], word >> 16 * i, word >> (32 + 16 * i), counter));
    if (f[!i].hp <= 0) return 1;
    f[i].hp -= f[i].loss;
    return f[i].hp <= 0;
}

static inline int together(Fighter *f, uint64_t word, uint64_t *counter) {
    Blow by_a = attack(&f[0], 0, &f[1], word, word >> 32, counter);
    Blow by_b = attack(&f[1], 1, &f[0], word >> 16, word >> 48, counter);
    suffer(&f[1], 1, by_a);
    suffer(&f[0], 0, by_b);
    if (f[0].hp <= 0 || f[1].hp <= 0) return 1;
    f[0].hp -= f[0].loss;
    f[1].hp -= f[1].loss;
    return f[0].hp <= 0 || f[1].hp <= 0;
}

static void duel(Outcome *out, uint64_t *counter) {
    Fighter f[2] = {fresh[0], fresh[1]};
    int rounds = 0, turns, over;
    do {
        rounds++;
        turns = 2;
        uint64_t word = dice(counter), order = dice(counter);
        int lead = face(order, 10) + f[0].speed - face(order >> 16, 10) - f[1].speed;
        if (lead == 0) over = together(f, word, counter);
        else if (lead > 0) over = turn(f, 0, word, counter) ? turns = 1 : turn(f, 1, word, counter);
        else over = turn(f, 1, word, counter) ? turns = 1 : turn(f, 0, word, counter);
    } while (!over);
    int a = at_least(f[0].hp, 0), b = at_least(f[1].hp, 0);
    *out = (Outcome){rounds, {a, b}, a > 0 ? 0 : b > 0 ? 1 : 2, {f[1].criticals, f[0].criticals}, turns};
}

static void print(const Outcome *outcomes, long duels, double ns) {
    double wins[3] = {0}, rounds = 0, turns = 0, hp[2] = {0}, criticals[2] = {0};
    for (long i = 0; i < duels; i++) {
        const Outcome *o = &outcomes[i];
        wins[o->winner]++;
        rounds += o->rounds;
        turns += 2 * (o->rounds - 1) + o->last_turns;
        for (int s = 0; s < 2; s++) hp[s] += o->hp[s], criticals[s] += o->criticals[s];
    }
    printf("ns_per_duel %.2f turns %.4f a %.5f b %.5f draw %.5f rounds %.4f hp_a %.4f hp_b %.4f criticals_a %.4f criticals_b %.4f\n",
           ns / duels, turns / duels, wins[0] / duels, wins[1] / duels, wins[2] / duels, rounds / duels,
           hp[0] / duels, hp[1] / duels, criticals[0] / duels, criticals[1] / duels);
}

int main(int argc, char **argv) {
    long duels = argc > 1 ? atol(argv[1]) : 2000000;
    uint64_t counter = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Outcome *outcomes = duels > 0 ? malloc(duels * sizeof *outcomes) : NULL;
    if (!outcomes) return 1;
    memset(outcomes, 1, duels * sizeof *outcomes); /* the pages are there before the clock starts */
    counter = dice(&counter);
    prepare();
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < duels; i++) duel(&outcomes[i], &counter);
    clock_gettime(CLOCK_MONOTONIC, &end);
    print(outcomes, duels, (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec));
    free(outcomes);
    return 0;
}
