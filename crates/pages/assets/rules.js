// The help page: the rules of each game in short.

export const RULES = {
  checkers: [
    "Black moves first. Men step diagonally forward, kings in all four directions.",
    "A jump over an enemy onto the empty square behind it captures. Who can jump must jump, and goes on jumping as long as the same piece can. There is a choice between several jumps.",
    "A man that reaches the last row becomes a king, and its turn ends.",
    "Who has no piece or no move left has lost. The third occurrence of a position is a draw, and in the assignment 50 turns without a capture or a crowning are (Settings); a drawn game is won by the side with more time left, if clocks run.",
  ],
  loa: [
    "Black moves first. A piece moves in a straight line, as many squares as there are pieces of both sides in that line.",
    "It passes over its own pieces, not over those of the enemy, and captures where it ends.",
    "Who has all pieces connected, diagonals included, has won. If a move connects both sides, the mover wins.",
    "A game without a winner within the limit of moves is a tie.",
  ],
  tablut: [
    "Black's Muscovites move first and hunt the white king. All pieces move like rooks in chess; only the king may stop on the throne in the middle.",
    "A piece between two enemies is captured when an enemy moves there. The empty throne is hostile to both sides.",
    "On the throne or next to it the king is captured by four enemies or the throne, elsewhere by two.",
    "White wins when the king reaches the edge. A position that occurs again loses for the player who moved; so does having no move.",
  ],
  amazons: [
    "White moves first. An amazon moves like a queen in chess, then throws a spear from where it has arrived, also like a queen.",
    "The square where a spear lands is blocked for the rest of the game. Nothing passes over amazons or spears.",
    "Who cannot move any more has lost.",
  ],
};
