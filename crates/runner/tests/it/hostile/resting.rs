//! A program that lives as long as a game does not run while the other side is to move.

use crate::hostile::stage::{MS, SPIN, Stage, StallMeter};
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use runner::process::{ClockKind, RunEnd, RunReport, RunSpec, STDIN_PIPE, TurnClock, TurnTime};
use runner::{STDOUT_FILE, process};
use std::fs::File;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const BUSY: usize = 4;
const PATIENCE: Duration = Duration::from_secs(60);

/// A program with pipes and a clock, which has made the file `ready` in its first turn.
struct Player {
    stage: Stage,
    clock: Arc<TurnClock>,
    run: JoinHandle<RunReport>,
    _pipes: [File; 2],
}

impl Player {
    fn start(stage: Stage, spec: RunSpec) -> Self {
        let pipes = [STDIN_PIPE, STDOUT_FILE].map(|name| {
            let path = stage.dir.path().join(name);
            let _ = std::fs::remove_file(&path);
            mkfifo(&path, Mode::S_IRUSR | Mode::S_IWUSR).expect("made");
            File::options().read(true).write(true).open(path).expect("opened")
        });
        let clock = Arc::new(TurnClock::default());
        let spec = RunSpec { turn_clock: Some(Arc::clone(&clock)), ..spec };
        clock.begin_free_turn(PATIENCE, PATIENCE);
        let run = thread::spawn(move || process::run(&spec).expect("it starts"));
        let ready = stage.dir.path().join("ready");
        let begun = Instant::now();
        while !ready.exists() {
            assert!(begun.elapsed() < PATIENCE && !run.is_finished(), "it is not ready");
            thread::sleep(MS(5));
        }
        clock.end_turn(Instant::now());
        Player { stage, clock, run, _pipes: pipes }
    }

    /// A turn that lasts as long; the CPU time in it, and since the turn before.
    fn turn(&self, lasts: Duration) -> [Duration; 2] {
        let (left, most) = (PATIENCE, PATIENCE);
        self.clock.begin_turn(TurnTime { clock: ClockKind::Cpu, left, most });
        thread::sleep(lasts);
        let cost = self.clock.end_turn(Instant::now());
        [cost.own, cost.waiting]
    }

    fn end(self) -> RunReport {
        self.clock.wake();
        self.clock.stop();
        let report = self.run.join().expect("it ran");
        drop(self.stage);
        report
    }
}

/// In namespaces by the freezer, where there is one; else by signals.
#[test]
fn busy_processes_stand_still_while_the_other_side_is_to_move() {
    for is_confined in [false, true] {
        let stage = Stage::new();
        let busy = format!("bash -c '{SPIN}' & ").repeat(BUSY);
        let spec = stage.spec(&format!("{busy} echo > ready; read -r _"));
        let sandbox = if is_confined { stage.sandbox() } else { None };
        let player = Player::start(stage, RunSpec { sandbox, ..spec });
        for _ in 0..3 {
            let stalls = StallMeter::start();
            player.clock.rest();
            thread::sleep(MS(1_000));
            // A watch that is late by a stall lets each of them run so much longer.
            let late = stalls.finish() * BUSY as u32;
            let [own, waiting] = player.turn(MS(500));
            assert!(waiting < MS(250) + late, "{is_confined}: {waiting:?} with stalls of {late:?}");
            assert!(own > Duration::ZERO, "{is_confined}: it goes on");
        }
        assert_eq!(player.end().end, RunEnd::Stopped);
    }
}

/// A shell with job control would take its stopped child for one that has ended.
#[test]
fn a_shell_with_job_control_waits_for_its_program() {
    let stage = Stage::new();
    let spec = stage.spec("set -m; bash -c 'echo > ready; read -r line; exit 7'; exit $?");
    let player = Player::start(stage, spec);
    for _ in 0..5 {
        player.clock.rest();
        thread::sleep(MS(150));
        player.turn(MS(50));
    }
    assert!(!player.clock.has_ended_within(MS(0)));
    assert_eq!(player.end().end, RunEnd::Stopped);
}

#[test]
fn a_program_that_wakes_itself_gains_little() {
    // A timer that sends SIGCONT every millisecond.
    let script = "exec python3 -c \"
import ctypes, signal, struct
libc = ctypes.CDLL(None)
event = ctypes.create_string_buffer(struct.pack('Qii', 0, signal.SIGCONT, 0).ljust(64, bytes(1)))
timer = ctypes.c_void_p()
every = ctypes.create_string_buffer(struct.pack('4q', 0, 1000000, 0, 1000000))
signal.signal(signal.SIGCONT, lambda *_: None)
assert libc.timer_create(1, event, ctypes.byref(timer)) == 0
assert libc.timer_settime(timer, 0, every, None) == 0
open('ready', 'w').close()
while True: pass\"";
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        println!("no python3 here: not tested");
        return;
    }
    let stage = Stage::new();
    let spec = stage.spec(script);
    let player = Player::start(stage, spec);
    player.clock.rest();
    if player.clock.has_ended_within(MS(3_000)) {
        assert!(player.clock.has_run_at_rest());
        assert_eq!(player.run.join().expect("it ran").end, RunEnd::OverCpu);
    } else {
        // New kernels forget a timer whose signal SIGSTOP takes back.
        let [_, waiting] = player.turn(MS(0));
        assert!(waiting < MS(1_500), "{waiting:?}");
        assert_eq!(player.end().end, RunEnd::Stopped);
    }
}
