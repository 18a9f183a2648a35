//! The board page as a person uses it, in both hosts.

use crate::browser::Browser;
use crate::host::{in_both_hosts, in_both_hosts_with_lines};
use crate::person::{click_square, moves, open_text, press_button, shared_pdn, wait_for_status};
use crate::program::Program;
use fantoccini::key::Key;

/// The game of Samuel's program against Nealey.
const NEALEY: &str = include_str!("../../../../fixtures/games/nealey.pdn");

#[test]
fn a_move_is_made_and_walked_through_while_the_engine_thinks() {
    in_both_hosts_with_lines(|browser, host| {
        host.open(browser, "game=checkers");
        wait_for_status(browser, "Black to move");
        browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
        click_square(browser, "f6");
        click_square(browser, "e5");
        browser.wait_until("location.hash === '#game=checkers&moves=11-15'");
        wait_for_status(browser, "White to move");
        browser.wait_until("document.querySelector('#opening').textContent === 'Old Faithful'");
        browser.press(Key::Left);
        browser.wait_until("location.hash === '#game=checkers'");
        click_square(browser, "b6");
        click_square(browser, "c5");
        browser.wait_until("document.querySelector('.variation')");
        assert_eq!(moves(browser), "11-15 9-14");
        browser.press(Key::Home);
        browser.press(Key::Right);
        browser.wait_until("location.hash === '#game=checkers&moves=11-15'");
    });
}

/// The engine has not said yet what it knows of the position that is shared.
#[test]
fn a_position_is_shared_as_soon_as_it_is_seen() {
    in_both_hosts_with_lines(|browser, host| {
        host.open(browser, "game=checkers&moves=11-15,23-19");
        browser.value(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
             [...document.querySelectorAll('#tools button')]
               .find((one) => one.ariaLabel === 'Share' || one.textContent === 'Share').click()",
        );
        browser.wait_until("document.querySelector('dialog [aria-label=FEN]')");
        let fen = browser.text("document.querySelector('dialog [aria-label=FEN]').value");
        assert!(fen.starts_with("W:"), "{fen}");
    });
}

/// What was said of the game under one rule is not true under the other.
#[test]
fn the_setting_decides_whether_quiet_turns_draw() {
    in_both_hosts_with_lines(|browser, host| {
        host.open(browser, "game=checkers&start=B%3AWK10%2C29%3ABK8%2CK31");
        let told = |words: &str| {
            let text = "document.querySelector('.knowledge')?.innerText ?? ''";
            browser.wait_until(&format!("({text}).includes('{words}')"));
        };
        told("Black wins");
        let choose = |label: &str| {
            browser.value("document.querySelector('[aria-label=Settings]').click()");
            browser.value(&format!(
                "[...document.querySelectorAll('dialog button')]
                    .find((one) => one.textContent.startsWith('{label}')).click()"
            ));
            browser.press(Key::Escape);
        };
        choose("After 50");
        told("Drawn with best play");
        choose("Never");
        told("Black wins");
    });
}

#[test]
fn the_file_of_the_command_is_shown_with_the_list_of_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.pdn");
    let second = "[Black \"Second\"]\n[White \"Other\"]\n1. 9-14 22-18 *\n";
    std::fs::write(&file, format!("{NEALEY}\n\n{second}")).expect("written");
    let words = ["board", "--no-open", &file.display().to_string()];
    let program = Program::start("crownhead", &words);
    let browser = Browser::start();
    browser.open(&program.address);
    browser.wait_until("document.body.classList.contains('ready')");
    browser.wait_until("document.querySelectorAll('#games .games li').length === 2");
    browser
        .wait_until("document.querySelector('#games small').innerText.includes('Old Fourteenth')");
    assert!(moves(&browser).starts_with("11-15 23-19"), "{}", moves(&browser));
    browser.value("document.querySelectorAll('#games .games li button')[1].click()");
    browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
    assert_eq!(moves(&browser), "9-14 22-18");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn a_capture_is_told_and_its_last_square_is_enough() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers&start=W%3AW27%3AB24%2C16%2C1");
        browser.wait_until("!document.querySelector('#must').hidden");
        click_square(browser, "f2"); // 27
        let ends =
            "[...document.querySelectorAll('.cell.target')].map((one) => one.dataset.square)";
        browser.wait_until(&format!("{ends}.length === 2"));
        click_square(browser, "f6"); // 11, by way of 20
        browser.wait_until("location.hash.includes('moves=27x')");
        wait_for_status(browser, "Black to move");
    });
}

#[test]
fn a_position_is_edited_and_what_no_game_has_is_told() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers");
        press_button(browser, "Edit");
        browser.wait_until("document.querySelector('.palette')");
        click_square(browser, "e5");
        browser.wait_until(
            "document.querySelector('.editor .problem').textContent.includes('13 pieces')",
        );
        press_button(browser, "Clear");
        click_square(browser, "e5");
        click_square(browser, "c3");
        browser.click(".palette [aria-label='white king']");
        click_square(browser, "a1");
        browser.wait_until("document.querySelector('.editor input').value === 'B:WK29:B15,22'");
        press_button(browser, "Use this position");
        browser.wait_until("location.hash.includes('start=B%3AWK29%3AB15%2C22')");
        browser.wait_until("document.querySelector('.knowledge .verdict')");
    });
}

#[test]
fn a_game_is_opened_reviewed_and_its_mistakes_are_tried_again() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers");
        open_text(browser, NEALEY);
        browser.wait_until("document.querySelectorAll('#moves .move').length === 53");
        browser.click("[data-mode=review]");
        browser.wait_until("document.querySelector('.accuracy')");
        browser.wait_until("document.querySelectorAll('.mistakes li').length > 0");
        press_button(browser, "Try again");
        press_button(browser, "Show the move");
        browser
            .wait_until("document.querySelector('#mode .good').textContent.startsWith('Best is')");
        press_button(browser, "Back to the review");
        browser.wait_until("document.querySelector('.course')");
    });
}

#[test]
fn a_file_of_many_games_is_listed_and_filtered() {
    in_both_hosts(|browser, host| {
        let game = |number: usize| {
            format!(
                "[Event \"E\"]\n[White \"Player {number}\"]\n[Black \"B\"]\n\n1. 11-15 23-19 *\n\n"
            )
        };
        let many: String = (0..400).map(game).collect();
        host.open(browser, "game=checkers");
        open_text(browser, &many);
        browser.wait_until("document.querySelectorAll('.games li').length === 300");
        browser.value(
            "(() => { const field = document.querySelector('#games input'); field.value = 'player 399'; \
             field.dispatchEvent(new Event('input')); })()",
        );
        browser.wait_until("document.querySelectorAll('.games li').length === 1");
        browser.click(".games button");
        browser.wait_until(
            "document.querySelector('#player-bottom .name').textContent === 'Player 399'",
        );
    });
}

#[test]
fn variations_come_and_go_as_pdn() {
    in_both_hosts(|browser, host| {
        host.open(browser, "game=checkers");
        open_text(browser, "1. 11-15 23-19 (22-18 15x22 25x18) 2. 8-11 *");
        browser.wait_until("document.querySelector('.variation')");
        assert_eq!(moves(browser), "11-15 23-19 22-18 15x22 25x18 8-11");
        let pdn = shared_pdn(browser);
        let words = pdn.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("(1... 22-18 2. 15x22 25x18) 2. 8-11"), "{pdn}");
    });
}

#[test]
fn a_game_against_the_engine_with_takeback_and_resignation() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=play&game=checkers");
        browser.wait_until("document.querySelector('#mode button.primary')");
        browser.click("#mode button.primary");
        browser.wait_until("document.querySelector('#player-bottom .name').textContent === 'You'");
        wait_for_status(browser, "Black to move");
        click_square(browser, "f6");
        click_square(browser, "e5");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 2");
        press_button(browser, "Take back");
        browser.wait_until("document.querySelectorAll('#moves .move').length === 0");
        press_button(browser, "Resign");
        browser.wait_until("document.querySelector('dialog button.primary')");
        browser.click("dialog button.primary");
        wait_for_status(browser, "White wins: Black resigned.");
        press_button(browser, "New game");
        browser.wait_until("document.querySelector('#mode input[type=range]')");
    });
}

#[test]
fn a_problem_is_solved_and_kept_as_solved() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=problems&game=checkers");
        press_button(browser, "Begin");
        browser.wait_until("document.querySelector('.goal')");
        browser.wait_until("document.querySelectorAll('.cell.movable').length > 0");
        // The first shot: 8-3 or 23-19.
        click_square(browser, "a1");
        click_square(browser, "b2");
        browser.wait_until(
            "document.querySelector('#mode .problem').textContent.includes('is not it')",
        );
        click_square(browser, "g7");
        click_square(browser, "f8");
        browser.wait_until("document.querySelector('#mode .good').textContent === 'Solved.'");
        press_button(browser, "All problems");
        browser.wait_until("document.querySelector('.suites').textContent.includes('1/51')");
        host.open(browser, "mode=problems&game=checkers");
        browser.wait_until("document.querySelector('.suites').textContent.includes('1/51')");
    });
}

#[test]
fn a_move_that_ends_the_game_solves_a_forced_win() {
    in_both_hosts(|browser, host| {
        host.open(browser, "mode=problems&game=loa");
        browser.wait_until("document.querySelectorAll('.suites button').length > 2");
        browser.value("document.querySelectorAll('.suites button')[2].click()");
        browser.wait_until("document.querySelector('.goal')");
        press_button(browser, "Show the move");
        let said = "document.querySelector('#mode .card [role=status]').textContent";
        browser.wait_until(&format!("{said}.startsWith('The move is')"));
        let text = browser.text(said);
        let mv = text.trim_start_matches("The move is ").trim_end_matches('.').to_string();
        let (from, to) = mv.split_once('-').expect("two squares");
        click_square(browser, from);
        click_square(browser, to);
        browser.wait_until(&format!("{said} === 'Solved.'"));
    });
}

/// On a weak telephone: the first line of the engine comes, and a move is made meanwhile.
#[test]
fn a_processor_four_times_as_slow_is_enough() {
    in_both_hosts_with_lines(|browser, host| {
        browser.slow_down(4);
        host.open(browser, "game=checkers");
        browser.wait_until("document.querySelectorAll('.lines .worth').length > 0");
        click_square(browser, "f6");
        browser.wait_until("document.querySelector('[data-square=e5].target')");
        click_square(browser, "e5");
        browser.wait_until("location.hash === '#game=checkers&moves=11-15'");
        wait_for_status(browser, "White to move");
        browser.wait_until("document.querySelectorAll('.lines .worth').length > 0");
        browser.slow_down(1);
    });
}

#[test]
fn nothing_jumps_while_the_engine_thinks() {
    in_both_hosts_with_lines(|browser, host| {
        host.open(browser, "game=checkers");
        let places = "JSON.stringify(['#board', '#moves', '#walk', '.engine'].map((one) => { \
             const { x, y, width } = document.querySelector(one).getBoundingClientRect(); \
             return [x, y, width]; }))";
        browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
        // It comes when the page has loaded it.
        browser.wait_until(
            "[...document.querySelectorAll('#mode h2')].some((one) => \
             one.textContent === 'Opening book' && one.offsetParent !== null)",
        );
        let before = browser.text(places);
        for _ in 0..10 {
            std::thread::sleep(std::time::Duration::from_millis(100));
            assert_eq!(browser.text(places), before);
        }
    });
}

#[test]
fn the_board_fits_into_every_window() {
    in_both_hosts(|browser, host| {
        for (width, height) in
            [(320, 568), (390, 844), (768, 1024), (900, 1200), (1280, 720), (2560, 1440)]
        {
            browser.resize(width, height);
            host.open(browser, "game=checkers");
            assert!(
                browser.is("document.documentElement.scrollWidth <= innerWidth"),
                "{width}: the page scrolls sideways"
            );
            let edge = "document.querySelector('#board svg').getBoundingClientRect()";
            let panel = "document.querySelector('.side-panel').getBoundingClientRect()";
            assert!(
                browser
                    .is(&format!("{edge}.right <= {panel}.left || {edge}.bottom <= {panel}.top")),
                "{width} x {height}: the panel covers the board"
            );
            let least = 0.75 * f64::from(width.min(height - 150));
            let seen = browser.value(&format!("{edge}.width")).as_f64().expect("a number");
            assert!(seen >= least, "{width} x {height}: the board is {seen} wide");
            assert!(browser.is(&format!("{edge}.bottom <= innerHeight")), "{width} x {height}");
        }
    });
}

/// Where a file of several games is open, too.
#[test]
fn moves_and_lines_of_the_engine_are_seen_and_one_list_scrolls() {
    let second = "[Black \"B\"]\n1. 9-14 22-18 *\n";
    in_both_hosts_with_lines(|browser, host| {
        for (width, height, least) in [(1280, 800, 10), (1440, 900, 10), (390, 844, 2)] {
            browser.resize(width, height);
            host.open(browser, "game=checkers");
            open_text(browser, &format!("{NEALEY}\n\n{second}"));
            browser.wait_until("document.querySelector('.lists').dataset.shown === 'games'");
            browser.click(".games button");
            browser.wait_until("document.querySelectorAll('#moves .move').length > 10");
            (0..10).for_each(|_| browser.press(Key::Right));
            browser.wait_until(
                "document.querySelector('#moves [aria-current]').textContent === '26-23'",
            );
            browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
            let seen = |items: &str, list: &str| {
                let count = browser.value(&format!(
                    "(() => {{ const list = document.querySelector('{list}').getBoundingClientRect(); \
                     return [...document.querySelectorAll('{items}')].filter((one) => {{ \
                     const {{ top, bottom }} = one.getBoundingClientRect(); \
                     return top >= list.top && bottom <= Math.min(list.bottom, innerHeight); }}).length; }})()"
                ));
                count.as_u64().expect("a count")
            };
            let moves = seen("#moves .move", "#moves");
            assert!(moves >= least, "{width} x {height}: {moves}");
            assert_eq!(seen(".lines .worth", ".side-panel"), 3, "{width} x {height}");
            let scrolling = browser.text(
                "[...document.querySelectorAll('*')].filter((one) => one.clientHeight > 0 && \
                 one.scrollHeight > one.clientHeight + 1 && \
                 ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)).map((one) => one.id)",
            );
            assert_eq!(scrolling, "moves", "{width} x {height}");
        }
    });
}

#[test]
fn all_games_are_shown_and_thought_about() {
    in_both_hosts_with_lines(|browser, host| {
        for game in ["loa", "tablut", "amazons"] {
            host.open(browser, &format!("game={game}"));
            browser.wait_until("document.querySelectorAll('.lines .worth').length === 3");
        }
    });
}
