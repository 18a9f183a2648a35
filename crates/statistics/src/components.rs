//! Which players are connected by games: the connected components of a graph.
//!
//! Each player names another of its component, and the last one in this chain stands for the
//! component. Joining two components lets one of these two name the other.
//!
//! Source: Galler and Fischer, "An Improved Equivalence Algorithm" (1964), with the path halving of
//! van Leeuwen and van der Weide.

use crate::davidson::PairComparison;

/// Which players are connected by games, directly or through others.
pub struct Components {
    /// Another player of the same component; the player itself if it stands for the component.
    parents: Vec<usize>,
    has_game: Vec<bool>,
}

impl Components {
    /// The components of `players` players, by these results.
    pub fn of(players: usize, results: &[PairComparison]) -> Self {
        let mut components =
            Components { parents: (0..players).collect(), has_game: vec![false; players] };
        for result in results {
            let (one, other) = (components.root(result.first), components.root(result.second));
            // The lowest number stands for the component: chains only lead down.
            components.parents[one.max(other)] = one.min(other);
            components.has_game[result.first] = true;
            components.has_game[result.second] = true;
        }
        components
    }

    fn root(&mut self, player: usize) -> usize {
        let mut root = player;
        while self.parents[root] != root {
            self.parents[root] = self.parents[self.parents[root]];
            root = self.parents[root];
        }
        root
    }

    /// The number of each player's component, from 0 in the order of their first players; `None`
    /// for players without games.
    pub fn ranks(&self) -> Vec<Option<usize>> {
        let mut ranks: Vec<Option<usize>> = Vec::with_capacity(self.parents.len());
        let mut next = 0;
        for (player, &parent) in self.parents.iter().enumerate() {
            ranks.push(match (self.has_game[player], parent == player) {
                (false, _) => None,
                (true, false) => ranks[parent],
                (true, true) => {
                    next += 1;
                    Some(next - 1)
                }
            });
        }
        ranks
    }

    /// How many components have games.
    pub fn count(&self) -> usize {
        self.ranks().into_iter().flatten().max().map_or(0, |last| last + 1)
    }
}
