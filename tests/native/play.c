/* Plays a game of two with the built engine, without Python, by answers drawn at random.

       cc -Ialtered_env/native/built play.c altered_env/native/built/engine-x86-64.so -o play
       ./play GAME BOOK SEED

   GAME is replaced by the record of the game at its end. What Python writes to them is in altered.h. It
   prints how many answers were given, who won, and the sum of what the players saw. */
#include <altered.h>
#include <stdio.h>
#include <stdlib.h>

/* A file of so many bytes, in memory that is aligned. */
static void *loaded(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    void *data = calloc(1, size);
    if (!file || !data || fread(data, 1, size, file) != size) {
        fprintf(stderr, "play: %s has to be a file of %zu bytes\n", path, size);
        exit(2);
    }
    fclose(file);
    return data;
}

int main(int count, char **given)
{
    if (count != 4) {
        fprintf(stderr, "usage: play GAME BOOK SEED\n");
        return 2;
    }
    void *game = loaded(given[1], ALTERED_GAME_2), *book = loaded(given[2], ALTERED_BOOK);
    void *desk = calloc(1, ALTERED_SLOT_2);
    uint64_t chance = strtoull(given[3], NULL, 10);
    long answers = 0;
    long long seen = 0;
    int32_t offered;
    while ((offered = altered_offered_2(game)) > 0) {
        altered_observe_2(game, book, desk, altered_player_2(game));
        for (int k = 0; k < ALTERED_OBSERVATION_2; k++)
            seen += altered_observation_2(desk)[k];
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        if (!altered_step_2(game, book, altered_options_2(game)[(chance >> 33) % (uint64_t)offered])) {
            fprintf(stderr, "play: an answer was refused\n");
            return 1;
        }
        answers++;
    }
    FILE *file = fopen(given[1], "wb");
    if (!file || fwrite(game, 1, ALTERED_GAME_2, file) != ALTERED_GAME_2 || fclose(file)) {
        fprintf(stderr, "play: %s cannot be written\n", given[1]);
        return 2;
    }
    printf("%ld %d %lld\n", answers, (int)altered_winner_2(game), seen);
    free(game);
    free(book);
    free(desk);
    return 0;
}
