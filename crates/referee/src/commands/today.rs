//! The day, as records have it.

use std::time::SystemTime;

/// Today in universal time, `2026-11-22`.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::today;

    #[test]
    fn a_day_has_three_numbers() {
        let today = today();
        let numbers: Vec<_> = today.split('-').map(str::parse::<u32>).collect();
        assert!(matches!(numbers[..], [Ok(2025..), Ok(1..=12), Ok(1..=31)]), "{today}");
    }
}
