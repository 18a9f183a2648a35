//! Two agents of one name get different ones: by the folders they lie in, or by numbers.

use crate::players::program::Agent;
use crate::players::program::name::short_name;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// Makes the names of agents differ. `random/homework.py` and `weak/homework.py` keep the folder;
/// where that is not enough, equal names are numbered, `a #1` and `a #2`.
pub fn with_different_names(mut agents: Vec<Agent>) -> Vec<Agent> {
    let names: Vec<String> = agents.iter().map(|agent| agent.name.clone()).collect();
    let longer: Vec<String> = agents.iter().map(with_folder).collect();
    let longer_count = counts(&longer);
    let count = counts(&names);
    for ((agent, name), longer) in agents.iter_mut().zip(&names).zip(&longer) {
        let is_single = longer_count[longer] == 1 && !count.contains_key(longer.as_str());
        if count[name] > 1 && is_single {
            agent.name.clone_from(longer);
        }
    }
    numbered(agents)
}

fn counts(names: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name.clone()).or_insert(0) += 1;
    }
    counts
}

/// The name behind that of the folder which holds the program, or the agent's directory.
fn with_folder(agent: &Agent) -> String {
    let place = agent.directory.as_deref().unwrap_or(&agent.program);
    let folder = place.parent().and_then(Path::file_name).unwrap_or_default();
    short_name(&format!("{}/{}", folder.to_string_lossy(), agent.name))
}

/// Equal names get numbers.
fn numbered(mut agents: Vec<Agent>) -> Vec<Agent> {
    let names: Vec<String> = agents.iter().map(|agent| agent.name.clone()).collect();
    let mut taken: HashSet<String> =
        names.iter().filter(|name| is_single(&names, name)).cloned().collect();
    for (agent, name) in agents.iter_mut().zip(&names).filter(|(_, name)| !is_single(&names, name))
    {
        let mut numbered = (1_u32..).map(|number| format!("{name} #{number}"));
        let free = numbered.find(|name| !taken.contains(name));
        agent.name = free.unwrap_or_default();
        taken.insert(agent.name.clone());
    }
    agents
}

fn is_single(names: &[String], name: &String) -> bool {
    names.iter().filter(|other| *other == name).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::program::Carry;
    use std::path::PathBuf;

    fn agent(name: &str, program: &str) -> Agent {
        Agent {
            name: name.to_string(),
            program: PathBuf::from(program),
            args: Vec::new(),
            files: Vec::new(),
            calibrate: None,
            directory: None,
            carry: Carry::Nothing,
            sha256: String::new(),
        }
    }

    fn names(agents: Vec<Agent>) -> Vec<String> {
        with_different_names(agents).into_iter().map(|agent| agent.name).collect()
    }

    #[test]
    fn equal_names_are_numbered() {
        assert_eq!(names(all(&["a", "b", "a"])), ["a #1", "b", "a #2"]);
        assert_eq!(names(all(&["a", "a", "a #1"])), ["a #2", "a #3", "a #1"]);
    }

    fn all(names: &[&str]) -> Vec<Agent> {
        names.iter().map(|name| agent(name, "bots/a")).collect()
    }

    #[test]
    fn equal_names_in_different_folders_keep_the_folder() {
        let both = names(vec![file_in("random"), file_in("weak"), agent("b", "/x/b")]);
        assert_eq!(both, ["random/homework.py", "weak/homework.py", "b"]);
        let three = names(vec![file_in("random"), file_in("weak"), file_in("weak")]);
        assert_eq!(three, ["random/homework.py", "homework.py #1", "homework.py #2"]);
        let mut directories = [agent("hw", "/x/kim/hw/p"), agent("hw", "/x/lee/hw/p")];
        for agent in &mut directories {
            agent.directory = agent.program.parent().map(PathBuf::from);
        }
        assert_eq!(names(directories.to_vec()), ["kim/hw", "lee/hw"]);
    }

    fn file_in(folder: &str) -> Agent {
        agent("homework.py", &format!("/x/{folder}/homework.py"))
    }
}
