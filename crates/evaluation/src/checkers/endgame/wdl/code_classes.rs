//! Materials whose runs are alike share the codes of the compact WDL table.
//!
//! One set of codes for all materials takes about a tenth more bits, and one for each would cost
//! more than it saves. The classes are found by k-means (Lloyd 1957): begin with the codes of a few
//! large materials, give each material the codes that take the fewest bits for it, make new codes
//! for what came together, and repeat.

use crate::checkers::endgame::wdl::prefix_codes::PrefixCodes;
use crate::checkers::endgame::wdl::runs::Run;

/// The number of classes.
pub const CLASSES: usize = 8;
/// More rounds save nothing worth the time.
const ROUNDS: usize = 4;

/// The codes of each class, and the class of each material.
#[derive(Clone, Debug)]
pub struct CodeClasses {
    /// [`CLASSES`] sets of codes.
    pub codes: Vec<PrefixCodes>,
    /// For each material the number of its class.
    pub class_of: Vec<usize>,
}

impl CodeClasses {
    /// The classes for the runs of these materials.
    pub fn of(materials: &[&[Run]]) -> Self {
        let mut largest: Vec<_> = (0..materials.len()).collect();
        largest.sort_by_key(|&nth| std::cmp::Reverse(materials[nth].len()));
        let mut codes: Vec<_> = (0..CLASSES)
            .map(|class| PrefixCodes::of(largest.get(class).map(|&nth| materials[nth])))
            .collect();
        let mut class_of = Vec::new();
        for _ in 0..ROUNDS {
            class_of = materials.iter().map(|runs| cheapest(&codes, runs)).collect();
            codes = (0..CLASSES)
                .map(|class| {
                    let members = materials.iter().zip(&class_of).filter(|(_, of)| **of == class);
                    PrefixCodes::of(members.map(|(runs, _)| *runs))
                })
                .collect();
        }
        CodeClasses { codes, class_of }
    }
}

/// The number of the codes that take the fewest bits for these runs.
fn cheapest(codes: &[PrefixCodes], runs: &[Run]) -> usize {
    (0..codes.len()).min_by_key(|&class| codes[class].bits(runs)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::endgame::wdl::runs::{RunFinder, round_runs};
    use games::Outcome;

    #[test]
    fn materials_of_a_kind_share_codes_that_hold_all_their_runs() {
        let materials: Vec<_> =
            (0..30).map(|nth| some_runs(1 + nth % 3 * 90, 1 + nth % 2)).collect();
        let materials: Vec<_> = materials.iter().map(Vec::as_slice).collect();
        let classes = CodeClasses::of(&materials);
        assert_eq!((classes.codes.len(), classes.class_of.len()), (CLASSES, 30));
        for (nth, runs) in materials.iter().enumerate() {
            let class = classes.class_of[nth];
            assert_eq!(class, classes.class_of[nth % 6], "those of one kind are together");
            classes.codes[class].blocks(runs);
        }
    }

    fn some_runs(length: usize, longer: usize) -> Vec<Run> {
        let mut finder = RunFinder::default();
        for nth in 0..20_000 {
            let is_won = (nth / (length + nth % longer)).is_multiple_of(2);
            finder.push(Some(if is_won { Outcome::Win } else { Outcome::Loss }));
        }
        round_runs(&finder.finish())
    }
}
