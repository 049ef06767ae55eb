//! How work grows with what it is given.

use rustix::time::{ClockId, clock_gettime};

/// How often each size is measured, at least and at most: the least counts, which nothing else on the machine has lengthened. A
/// busy machine lengthens more of them.
const TIMES: [usize; 2] = [5, 60];

/// Twice as much takes twice as long, and where it grows with the square four times.
const AT_MOST: f64 = 3.0;

/// Nanoseconds of the processor that `work` takes in this thread.
fn measured(work: impl FnOnce()) -> f64 {
    let now = || clock_gettime(ClockId::ThreadCPUTime);
    let begun = now();
    work();
    let ended = now();
    (ended.tv_sec - begun.tv_sec) as f64 * 1e9 + (ended.tv_nsec - begun.tv_nsec) as f64
}

/// Fails where the work on twice as much of something takes much more than twice the time of the processor.
pub fn is_linear<T>(of: impl Fn(usize) -> T, size: usize, work: impl Fn(T)) {
    let once = |size: usize| {
        let given = of(size);
        measured(|| work(given))
    };
    let [fewest, most] = TIMES;
    let (mut least, mut twice, mut growth) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for round in 1..=most {
        (least, twice) = (least.min(once(size)), twice.min(once(2 * size)));
        growth = twice / least;
        if round >= fewest && growth < AT_MOST {
            break;
        }
    }
    assert!(
        growth < AT_MOST,
        "twice as much takes {growth:.1} times as long"
    );
}

#[test]
fn what_grows_with_the_square_is_not_linear() {
    let square = |size: usize| {
        let mut sum = 0_usize;
        for at in 0..size * size {
            sum = std::hint::black_box(sum ^ at);
        }
    };
    let found = std::panic::catch_unwind(|| is_linear(|size| size, 1 << 10, square));
    assert!(found.is_err());
}
