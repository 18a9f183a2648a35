//! The home of the user, which holds more than an agent may read.

use std::env;
use std::path::Path;

/// Whether a folder is the home of the user, or holds it.
pub fn holds_home(folder: &Path) -> bool {
    let home = env::home_dir().filter(|home| home.is_absolute() && home.parent().is_some());
    let real = home.as_ref().and_then(|home| home.canonicalize().ok());
    [home, real].into_iter().flatten().any(|home| home.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_holds_every_home_and_a_folder_in_it_holds_none() {
        let home = env::home_dir().expect("everybody has one");
        if home.parent().is_some() {
            assert!(holds_home(Path::new("/")) && holds_home(&home));
        }
        assert!(!holds_home(&home.join(".pyenv/versions/3.12")));
    }
}
