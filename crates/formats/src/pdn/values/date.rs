//! The date of a game, as people write it: `1962.07.12`, `1962-7-12`, `12.07.1962`, `1842.??.??`,
//! `12 July 1962`.
//!
//! A date is the days that it may mean, the first and the last. Unknown parts are any, and
//! `07/12/1962` is July or December. A year has four digits: the century of `62` is unknown.

/// The days that a date may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdnDate {
    first: Day,
    last: Day,
}

/// Year, month and day, in the order in which they are compared.
type Day = (u32, u32, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateTag {
    Known(PdnDate),
    /// Nothing, or question marks.
    Unknown,
    /// Something else, or a day that does not exist.
    Unreadable,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl DateTag {
    pub fn read(text: &str) -> Self {
        if text.chars().all(|c| "?.-/x*".contains(c) || c.is_whitespace()) {
            return DateTag::Unknown;
        }
        PdnDate::read(text).map_or(DateTag::Unreadable, DateTag::Known)
    }
}

impl PdnDate {
    /// Reads a date, of which parts may be unknown, or two with ` - ` between them. `None` if it
    /// cannot be read.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(date) = one_date(text.trim()) {
            return Some(date);
        }
        let (from, to) = text.split_once(" - ").or_else(|| text.split_once(['\u{2013}', '-']))?;
        let (from, to) = (one_date(from.trim())?, one_date(to.trim())?);
        (from.first <= to.last).then_some(PdnDate { first: from.first, last: to.last })
    }

    /// True if it may be the first day of `from` or later.
    pub fn may_be_from(&self, from: &PdnDate) -> bool {
        self.last >= from.first
    }

    /// True if it may be the last day of `to` or earlier.
    pub fn may_be_until(&self, to: &PdnDate) -> bool {
        self.first <= to.last
    }
}

/// A part of a date; unknown parts are the numbers that they may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DatePart {
    /// Four digits, some of which may be question marks at the end: the first and the last year.
    Year(u32, u32),
    Number(u32),
    Month(u32),
    Unknown,
}

fn one_date(text: &str) -> Option<PdnDate> {
    let words = text.split(|c: char| ".-/, ".contains(c)).filter(|word| !word.is_empty());
    let parts = words.map(date_part).collect::<Option<Vec<_>>>()?;
    use DatePart::{Month, Number, Unknown, Year};
    let is_slashed = text.contains('/');
    match parts[..] {
        [Year(first, last)] => days((first, last), Unknown, Unknown),
        [Year(first, last), month] => days((first, last), month, Unknown),
        [month @ (Number(_) | Month(_)), Year(first, last)] => days((first, last), month, Unknown),
        [Year(first, last), month, day] => days((first, last), month, day),
        [month @ Month(_), day, Year(first, last)] => days((first, last), month, day),
        [day, month, Year(first, last)] => {
            let years = (first, last);
            let (by_day, by_month) = (days(years, month, day), days(years, day, month));
            match (by_day, by_month) {
                (Some(one), Some(other)) if is_slashed => Some(PdnDate {
                    first: one.first.min(other.first),
                    last: one.last.max(other.last),
                }),
                (None, other) if is_slashed => other,
                (one, _) => one,
            }
        }
        _ => None,
    }
}

fn is_unknown(c: char) -> bool {
    "?xX*".contains(c)
}

fn date_part(word: &str) -> Option<DatePart> {
    if word.chars().all(is_unknown) {
        return Some(DatePart::Unknown);
    }
    if let Some(month) = MONTHS.iter().zip(1..).find(|(name, _)| is_month(word, name)) {
        return Some(DatePart::Month(month.1));
    }
    let known = word.trim_end_matches(is_unknown);
    if !known.chars().all(|c| c.is_ascii_digit()) || word.len() > 4 {
        return None;
    }
    let number: u32 = known.parse().ok()?;
    match (word.len(), word.len() - known.len()) {
        (4, hidden) => {
            let unit = 10_u32.pow(hidden as u32);
            Some(DatePart::Year(number * unit, number * unit + unit - 1))
        }
        (1 | 2, 0) => Some(DatePart::Number(number)),
        // `1?` as a day or a month says little.
        (2, _) => Some(DatePart::Unknown),
        _ => None,
    }
}

/// True for the name of a month or its first letters, at least three.
fn is_month(word: &str, name: &str) -> bool {
    let full = ["january", "february", "march", "april", "june", "july", "august", "september"];
    let full = full.iter().chain(&["october", "november", "december", "may"]);
    let word = word.to_ascii_lowercase();
    word == name
        || full
            .into_iter()
            .any(|full| full.starts_with(name) && word.len() > 3 && full.starts_with(&word))
}

/// The days of these years, of this month and day if they are known. `None` if there are none.
fn days((first, last): (u32, u32), month: DatePart, day: DatePart) -> Option<PdnDate> {
    let months = match month {
        DatePart::Unknown => (1, 12),
        DatePart::Number(month @ 1..=12) | DatePart::Month(month) => (month, month),
        // `1990.00.00` means the same as question marks.
        DatePart::Number(0) => (1, 12),
        _ => return None,
    };
    let longest = match months {
        (2, 2) => 29,
        (4 | 6 | 9 | 11, last) if last == months.0 => 30,
        _ => 31,
    };
    let days = match day {
        DatePart::Unknown | DatePart::Number(0) => (1, longest),
        DatePart::Number(day) if day <= longest => (day, day),
        _ => return None,
    };
    Some(PdnDate { first: (first, months.0, days.0), last: (last, months.1, days.1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn of(text: &str) -> (Day, Day) {
        let date = PdnDate::read(text).unwrap_or_else(|| panic!("{text}"));
        (date.first, date.last)
    }

    #[test]
    fn a_day_may_be_written_in_many_ways() {
        for text in [
            "1962.07.12",
            "1962-7-12",
            "1962/07/12",
            "12.07.1962",
            "12-7-1962",
            "12 July 1962",
            "Jul 12, 1962",
            "12-Jul-1962",
            " 1962. 7.12 ",
        ] {
            assert_eq!(of(text), ((1962, 7, 12), (1962, 7, 12)), "{text}");
        }
        assert_eq!(of("25/12/1962"), of("12/25/1962"));
    }

    #[test]
    fn what_is_unknown_may_be_any() {
        for text in ["1842.??.??", "1842-??-??", "1842", "1842.?.?", "??.??.1842", "1842.00.00"] {
            assert_eq!(of(text), ((1842, 1, 1), (1842, 12, 31)), "{text}");
        }
        assert_eq!(of("1842.02.??"), ((1842, 2, 1), (1842, 2, 29)));
        assert_eq!(of("May 1842"), ((1842, 5, 1), (1842, 5, 31)));
        assert_eq!(of("184?.??.??"), ((1840, 1, 1), (1849, 12, 31)));
        assert_eq!(of("07/12/1962"), ((1962, 7, 12), (1962, 12, 7)), "July or December");
        assert_eq!(of("1962.07.30 - 1962.08.02"), ((1962, 7, 30), (1962, 8, 2)));
        assert_eq!(of("1962-1963"), ((1962, 1, 1), (1963, 12, 31)));
    }

    #[test]
    fn what_cannot_be_is_not_read() {
        for text in [
            "62.07.12",
            "1962.13.01",
            "1962.02.30",
            "soon",
            "1962.07.12.1",
            "19620712",
            "13.13.1962",
            "12/07/62",
        ] {
            assert_eq!(DateTag::read(text), DateTag::Unreadable, "{text}");
        }
        for text in ["", "?", "????.??.??", " - "] {
            assert_eq!(DateTag::read(text), DateTag::Unknown, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_order_of_dates_is_that_of_the_days(one in day(), other in day(), form in 0..4_usize) {
            let [written, read] = [one, other].map(|(year, month, day)| {
                let text = [
                    format!("{year}.{month:02}.{day:02}"),
                    format!("{year}/{month}/{day}"),
                    format!("{day}.{month}.{year}"),
                    format!("{day:02}-{month:02}-{year}"),
                ];
                PdnDate::read(&text[form]).expect("a day")
            });
            prop_assert_eq!(written.may_be_from(&read), one >= other);
            prop_assert_eq!(written.may_be_until(&read), one <= other);
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>(), date in "[0-9?./a-f -]{0,20}") {
            let _ = (DateTag::read(&text), DateTag::read(&date));
        }
    }

    fn day() -> impl proptest::strategy::Strategy<Value = Day> {
        (1700..2100_u32, 1..13_u32, 1..29_u32)
    }
}
