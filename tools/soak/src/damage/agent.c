/* A small agent: it plays the legal move of checkers that the board and NUMBER choose. It looks at
 * no clock, so all its games are the same.
 */
#include <stdio.h>
#include <string.h>

#ifndef NUMBER
#define NUMBER 0
#endif

static char board[8][9];
static char men, kings, theirs, their_kings;
static unsigned chance = 2166136261u + NUMBER;

static unsigned below(unsigned count) {
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance % count;
}

/* The square `steps` away in direction 0 to 3; 1 if it is on the board and the piece may go there. */
static int reach(int row, int column, int direction, int steps, int *to_row, int *to_column) {
    int down = direction & 1;
    if (board[row][column] == men && down != (men == 'b')) return 0;
    *to_row = row + (down ? steps : -steps);
    *to_column = column + (direction & 2 ? steps : -steps);
    return *to_row >= 0 && *to_row < 8 && *to_column >= 0 && *to_column < 8;
}

static int is_own(int row, int column) {
    return board[row][column] == men || board[row][column] == kings;
}

static int may_jump(int row, int column, int direction, int *to_row, int *to_column) {
    int over_row, over_column;
    if (!reach(row, column, direction, 1, &over_row, &over_column)) return 0;
    if (!reach(row, column, direction, 2, to_row, to_column)) return 0;
    char over = board[over_row][over_column];
    return (over == theirs || over == their_kings) && board[*to_row][*to_column] == '.';
}

static int may_step(int row, int column, int direction, int *to_row, int *to_column) {
    return reach(row, column, direction, 1, to_row, to_column) &&
           board[*to_row][*to_column] == '.';
}

static void print(FILE *file, char kind, int row, int column, int to_row, int to_column) {
    fprintf(file, "%c %c%d %c%d\n", kind, 'a' + column, 8 - row, 'a' + to_column, 8 - to_row);
}

/* Jumps on until there is no jump left, or a man is crowned. */
static void jump(FILE *file, int row, int column, int direction) {
    int to_row, to_column;
    while (direction < 4) {
        if (!may_jump(row, column, direction, &to_row, &to_column)) {
            direction++;
            continue;
        }
        print(file, 'J', row, column, to_row, to_column);
        char piece = board[row][column];
        board[row][column] = board[(row + to_row) / 2][(column + to_column) / 2] = '.';
        board[to_row][to_column] = piece;
        if (piece == men && to_row == (men == 'b' ? 7 : 0)) return;
        row = to_row;
        column = to_column;
        direction = 0;
    }
}

int main(void) {
    char color[16] = "";
    FILE *file = fopen("input.txt", "r");
    if (!file || fscanf(file, "%*s %15s %*s", color) != 1) return 1;
    for (int row = 0; row < 8; row++) {
        if (fscanf(file, "%8s", board[row]) != 1) return 1;
        for (int column = 0; column < 8; column++)
            chance = (chance ^ (unsigned)board[row][column]) * 16777619u;
    }
    fclose(file);
    int black = strcmp(color, "BLACK") == 0;
    men = black ? 'b' : 'w', kings = black ? 'B' : 'W';
    theirs = black ? 'w' : 'b', their_kings = black ? 'W' : 'B';
    if (!chance) chance = 1;
    file = fopen("output.txt", "w");
    if (!file) return 1;
    for (int kind = 'J'; kind; kind = kind == 'J' ? 'E' : 0) {
        int moves[128][5], count = 0;
        for (int place = 0; place < 256; place++) {
            int row = place / 32, column = place / 4 % 8, to_row, to_column;
            if (!is_own(row, column)) continue;
            int can = kind == 'J' ? may_jump(row, column, place % 4, &to_row, &to_column)
                                  : may_step(row, column, place % 4, &to_row, &to_column);
            if (!can) continue;
            int move[5] = {row, column, place % 4, to_row, to_column};
            memcpy(moves[count++], move, sizeof move);
        }
        if (!count) continue;
        int *move = moves[below(count)];
        if (kind == 'J') jump(file, move[0], move[1], move[2]);
        else print(file, 'E', move[0], move[1], move[3], move[4]);
        break;
    }
    return fclose(file) != 0;
}
