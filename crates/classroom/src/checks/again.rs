//! The command that runs one check on an agent again, with the options on which its result depends.

use crate::checks::setup::CheckOptions;
use games::GameName;
use referee::players::{Agent, Carry};
use referee::rules::Profile;
use runner::sandbox::SandboxMode;

/// The command that runs a check on this agent again.
pub fn again(game: GameName, agent: &Agent, check: &str, options: CheckOptions<'_>) -> String {
    let directory = agent.directory.as_ref().map(|dir| dir.to_string_lossy().into_owned());
    let named = directory.unwrap_or_else(|| agent.command());
    let CheckOptions { profile, sandbox_mode, .. } = options;
    check_command(game, [&named, check], profile, agent.carry, sandbox_mode)
}

/// The command that runs one check on an agent.
pub fn check_command(
    game: GameName,
    [agent, check]: [&str; 2],
    profile: Profile,
    carry: Carry,
    sandbox_mode: SandboxMode,
) -> String {
    let mut words = vec!["referee", "check"];
    if game != GameName::Checkers {
        words.extend(["--game", game.text()]);
    }
    words.extend([agent, "--only", check]);
    words.extend(profile.options());
    if carry == Carry::Files {
        words.push("--carry");
    }
    if sandbox_mode == SandboxMode::Off {
        words.push("--no-sandbox");
    }
    shell_words::join(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use runner::TempRoot;

    /// A failure may depend on the profile: without its words the command would not show it.
    #[test]
    fn the_command_of_a_failed_check_carries_the_profile() {
        let temp_root = TempRoot::new().expect("a folder");
        let agent = Agent::find("sh -c true", "homework").expect("an agent");
        for &profile in Profile::value_variants() {
            for (sandbox_mode, last) in
                [(SandboxMode::On, None), (SandboxMode::Off, Some("--no-sandbox"))]
            {
                let options =
                    CheckOptions { temp_root: &temp_root, sandbox_mode, profile, keep: None };
                let command = again(GameName::Checkers, &agent, "must-jump", options);
                let asked = agent.command();
                let mut words = vec!["referee", "check", &asked, "--only", "must-jump"];
                if profile != Profile::Spec {
                    words.extend(["--profile", profile.name()]);
                }
                words.extend(last);
                let found = shell_words::split(&command).expect("words");
                assert_eq!(found, words, "{command}");
            }
        }
    }
}
