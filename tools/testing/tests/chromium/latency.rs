//! How long it takes from a click to the drawn move. A figure, printed and not tested: it depends
//! on the machine.

use crate::browser::Browser;
use crate::program::Program;
use crate::table::{Table, at, moves, turns};

/// Notes the time at which a button of the mouse is let go, and the first frame after it in which
/// the list has one turn more: then the move has been to the program and back, and is drawn.
const WATCH: &str = "(() => {
  const count = () => document.querySelectorAll('#moves .move').length;
  const before = count();
  let released = null;
  window.latency = null;
  addEventListener('pointerup', (event) => { released = event.timeStamp; }, { capture: true });
  const look = () => {
    if (count() > before) { window.latency = performance.now() - released; }
    else { requestAnimationFrame(look); }
  };
  requestAnimationFrame(look);
})()";

#[test]
fn the_time_from_a_click_to_the_drawn_move() {
    let browser = Browser::start();
    for name in ["loa", "tablut", "amazons"] {
        let mut program = Program::start(name, &["--display", "--no-open"]);
        program.write("manual black");
        program.write("manual white");
        browser.open(&program.address);
        let table = Table(&browser);
        table.wait_for_board();
        let mut times = Vec::new();
        for turn in 0..15 {
            let view = table.wait_for_view("a turn", |view| !moves(view).is_empty());
            let path = moves(&view)[turn % 5].clone();
            let (last, first) = path.split_last().expect("squares");
            table.play(first);
            browser.wait_until(&format!("document.querySelector('{}.target')", at(last)));
            browser.value(WATCH);
            table.click(last);
            browser.wait_until("window.latency !== null");
            times.push(browser.value("window.latency").as_f64().expect("milliseconds"));
            table.wait_for_view("the move", |view| turns(view) == turn + 1);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{name}: median {:.1} ms, longest {:.1} ms from click to drawn move",
            times[7], times[14]
        );
    }
}
