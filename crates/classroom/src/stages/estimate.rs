//! How long a class takes: before its first build, and better after a tenth of its games.

use crate::scheme::Scheme;
use crate::stages::swiss::format;
use cli::counted;
use referee::pairing::Format;
use std::time::Duration;

/// Seconds that an agent that hangs may spend in its checks beside what the scheme gives.
const HANGING: Duration = Duration::from_secs(120);
/// Of a usual submission, on a usual machine.
const USUAL_BUILD: Duration = Duration::from_secs(5);
const USUAL_CHECKS: Duration = Duration::from_secs(10);
/// The part of its time that a usual agent uses: of a clock for the game, and of one for each move,
/// where the longest game is far longer than a usual one. The reference uses next to nothing.
const USUAL_PART: [u32; 2] = [3, 30];

/// What there is to do in a class of which nothing has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    pub students: usize,
    pub level_games: usize,
    pub tournament_games: usize,
    pub at_most: Duration,
    pub probably: Duration,
}

impl Estimate {
    /// All students play; `jobs` builds, checks and games run at the same time.
    pub fn new(scheme: &Scheme, students: usize, jobs: usize) -> Self {
        let each: usize = scheme.levels.iter().map(|level| level.games_each().0).sum();
        let level_games = students * each;
        let pairs = match format(scheme.swiss.rounds, students).filter(|_| scheme.swiss.rounds > 0)
        {
            None => 0,
            Some(Format::Swiss { rounds }) => rounds * (students / 2),
            Some(_) => students * (students - 1) / 2,
        };
        let tournament_games = pairs * scheme.swiss.games;
        let longest = scheme.games.longest_game();
        let checks = scheme.checks.seconds.time().min(HANGING) + HANGING;
        let one = scheme.build.wall_seconds.time() + checks;
        let all_games = (level_games + tournament_games) as u32;
        let at_most = one * students as u32 + longest.saturating_mul(all_games);
        // Without a clock for the game each move has one.
        let by_move = longest > scheme.games.seconds.time() * 2;
        let usual_game = longest / 2 / USUAL_PART[usize::from(by_move)];
        let usual = (USUAL_BUILD + USUAL_CHECKS) * students as u32
            + usual_game.saturating_mul((level_games + 2 * tournament_games) as u32);
        let jobs = jobs.max(1) as u32;
        let (at_most, probably) = (at_most / jobs, usual / jobs);
        Estimate { students, level_games, tournament_games, at_most, probably }
    }

    /// `12 submissions, 108 games against the reference, 36 in the tournament: probably 0:25 h, at
    /// most 7:04 h`.
    pub fn sentence(&self) -> String {
        format!(
            "{}, {} against the reference, {} in the tournament: probably {}, at most {}",
            counted(self.students, "submission"),
            counted(self.level_games, "game"),
            self.tournament_games,
            hours(self.probably),
            hours(self.at_most)
        )
    }
}

/// What is left after `done` of `all` games against the reference, which took `time`, and with
/// `later` games of two students each.
pub fn better_sentence(time: Duration, [done, all, later]: [usize; 3]) -> String {
    let each = time / done.max(1) as u32;
    let left = each.saturating_mul((all.saturating_sub(done) + 2 * later) as u32);
    format!(
        "after {} of {all} against the reference: about {} more",
        counted(done, "game"),
        hours(left)
    )
}

/// Hours and minutes: `1:05 h`. What is less than a minute is a minute.
fn hours(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    format!("{}:{:02} h", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn games_and_hours_follow_from_the_scheme() {
        let text = "[games]\nseconds = 30\n[build]\nwall_seconds = 60\n[checks]\nseconds = 60\n\
                    [[levels]]\ndepth = 1\ngames = 4\npoints = 90\n[swiss]\nrounds = 3\ngames = 2";
        let scheme = Scheme::parse(Path::new("t"), text, None).expect("valid");
        let found = Estimate::new(&scheme, 10, 2);
        assert_eq!((found.level_games, found.tournament_games), (40, 30));
        assert_eq!(found.at_most, Duration::from_secs((240 * 10 + 60 * 70) / 2));
        assert_eq!(found.probably, Duration::from_secs((15 * 10 + 10 * (40 + 60)) / 2));
        let told = "10 submissions, 40 games against the reference, 30 in the tournament: probably \
                    0:10 h, at most 0:55 h";
        assert_eq!(found.sentence(), told);
        let games =
            [0, 1, 3, 4].map(|students| Estimate::new(&scheme, students, 0).tournament_games);
        assert_eq!(games, [0, 0, 6, 12], "few all meet");
        let better = better_sentence(Duration::from_secs(40), [4, 40, 30]);
        assert_eq!(better, "after 4 games of 40 against the reference: about 0:16 h more");
    }
}
