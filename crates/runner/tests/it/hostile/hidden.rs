//! What an agent hides from the first look: sleep that looks like waiting, memory and files that
//! have no name.

use crate::hostile::stage::{MS, Stage};
use runner::folder::DiskUse;
use runner::process::{RunEnd, RunReport, RunSpec};

/// Runs Python; `None` where there is none.
fn act_in_python(code: &str, change: impl FnOnce(&mut RunSpec)) -> Option<RunReport> {
    let stage = Stage::new();
    let mut spec = stage.spec(&format!("exec python3 -c '{code}'"));
    change(&mut spec);
    let run = stage.run(&spec);
    if matches!(run.end, RunEnd::Exited(126 | 127)) {
        println!("no python3 here: not tested");
        return None;
    }
    Some(run)
}

#[test]
fn one_that_wakes_for_moments_is_idle_for_the_rest() {
    let code = "import time\nwhile True: time.sleep(0.004)";
    let run = act_in_python(code, |spec| spec.idle_total = MS(400));
    if let Some(run) = run {
        assert_eq!(run.end, RunEnd::OverWall);
        assert!(run.charge < run.wall && run.wall < MS(60_000), "{run:?}");
    }
}

/// The parent waits as `vfork` does, which looks like waiting for a disk.
#[test]
#[cfg(target_arch = "x86_64")]
fn one_that_waits_for_its_own_child_is_idle() {
    const CLONE: &str = "import ctypes, time\n\
        if ctypes.CDLL(None).syscall(56, 0x4000 | 17, 0, 0, 0, 0) == 0: time.sleep(600)";
    let run = act_in_python(CLONE, |spec| spec.idle_total = MS(400));
    if let Some(run) = run {
        assert_eq!(run.end, RunEnd::OverWall);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn memory_is_seen_when_the_first_thread_has_ended() {
    const EXIT: &str = "import ctypes, threading, time\n\
        def hold():\n    x = b\"x\" * (200 << 20)\n    time.sleep(600)\n\
        threading.Thread(target=hold).start()\n\
        ctypes.CDLL(None).syscall(60, 0)";
    let run = act_in_python(EXIT, |spec| spec.memory_limit = Some(100 << 20));
    if let Some(run) = run {
        assert_eq!(run.end, RunEnd::TooMuchMemory);
    }
}

#[test]
fn files_without_a_name_are_counted() {
    let stage = Stage::new();
    let mut spec = stage.spec("exec 9<> gone; rm gone; head -c 3M /dev/zero >&9; sleep 600");
    limit(&mut spec);
    assert_eq!(stage.run(&spec).end, RunEnd::TooMuchDisk, "removed");
    let code = "import os, time\nf = os.memfd_create(\"x\")\nos.write(f, bytes(3 << 20))\n\
        time.sleep(600)";
    if let Some(run) = act_in_python(code, limit) {
        assert_eq!(run.end, RunEnd::TooMuchDisk, "in memory");
    }
}

/// Open in no process, and of the first only a page is mapped. What is in memory is counted there.
#[test]
fn removed_files_that_are_only_mapped_are_counted() {
    const MAP: &str = "import ctypes, os, time\nlibc = ctypes.CDLL(None)\n\
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + \
        [ctypes.c_long]\nlibc.mmap.restype = ctypes.c_void_p\n\
        def hold(f, length):\n    os.posix_fallocate(f, 0, 3 << 20)\n    \
        assert libc.mmap(None, length, 3, 1, f, 0) < 1 << 63\n    os.close(f)\n";
    let file = "hold(os.open(\"x\", os.O_CREAT | os.O_RDWR), LENGTH)\nos.remove(\"x\")\n";
    for length in ["4096", "3 << 20"] {
        let code = format!("{MAP}{}time.sleep(600)", file.replace("LENGTH", length));
        if let Some(run) = act_in_python(&code, limit) {
            assert_eq!(run.end, RunEnd::TooMuchDisk, "{length}");
        }
    }
    let code = format!("{MAP}hold(os.memfd_create(\"x\"), 4096)\ntime.sleep(2.5)");
    if let Some(run) = act_in_python(&code, limit) {
        assert_eq!(run.end, RunEnd::Exited(0));
    }
}

#[test]
fn a_removed_program_is_counted_while_it_runs() {
    let stage = Stage::new();
    // One of them alone is less than the limit.
    let mut spec = stage.spec(
        "for i in 1 2; do cp \"$(command -v sleep)\" big; head -c 3M /dev/zero >> big
         ./big 600 & sleep 0.2; rm big; done; wait",
    );
    spec.disk_limit = Some(DiskUse { bytes: 5 << 20, entries: 20 });
    assert_eq!(stage.run(&spec).end, RunEnd::TooMuchDisk);
}

/// The system shows an ordinary user nothing of such a child.
#[test]
fn a_child_that_nobody_has_waited_for_hides_nothing() {
    let code = "import subprocess, time\nchild = subprocess.Popen([\"true\"])\ntime.sleep(1.5)";
    if let Some(run) = act_in_python(code, limit) {
        assert_eq!(run.end, RunEnd::Exited(0));
    }
}

/// The receiver never takes them.
#[test]
fn files_that_wait_in_sockets_are_counted() {
    let code = "import os, socket, time\na, b = socket.socketpair()\nf = os.memfd_create(\"x\")\n\
        os.write(f, bytes(3 << 20))\nsocket.send_fds(a, [b\"x\"], [f])\nos.close(f)\n\
        time.sleep(600)";
    if let Some(run) = act_in_python(code, limit) {
        assert_eq!(run.end, RunEnd::TooMuchDisk);
    }
}

/// A place stays when the number of its file is closed, as the file is open by another number.
#[test]
fn no_agent_takes_all_places_for_files_that_are_waited_for() {
    let code = "import os, select, time\ne = [select.epoll() for _ in range(4)]\n\
        for f in [os.eventfd(0) for _ in range(FILES)]:\n    for n in range(200, 1000):\n        \
        os.dup2(f, n)\n        [one.register(n, 1) for one in e]\n        os.close(n)\n\
        time.sleep(PAUSE)";
    for (files, pause, end) in [("8", "600", RunEnd::TooMuchDisk), ("4", "1.5", RunEnd::Exited(0))]
    {
        let code = code.replace("FILES", files).replace("PAUSE", pause);
        if let Some(run) = act_in_python(&code, limit) {
            assert_eq!(run.end, end, "{files}");
        }
    }
}

/// A program that starts workers by a server sends files all the time.
#[test]
fn files_that_are_received_at_once_are_no_fault() {
    let code = "import os, socket, time\na, b = socket.socketpair()\nend = time.time() + 1.5\n\
        while time.time() < end:\n    socket.send_fds(a, [b\"x\"], [0, 1])\n    \
        [os.close(f) for f in socket.recv_fds(b, 1, 2)[1]]\n    time.sleep(0.01)";
    if let Some(run) = act_in_python(code, limit) {
        assert_eq!(run.end, RunEnd::Exited(0));
    }
}

fn limit(spec: &mut RunSpec) {
    spec.disk_limit = Some(DiskUse { bytes: 1 << 20, entries: 20 });
}
