//! What a process costs: its time on the processor and its memory, from `/proc` (Linux).

use std::fs;

/// Time on the processor so far, in ticks of 10 ms.
pub struct Usage(u64);

impl Usage {
    /// Of a process.
    #[must_use]
    pub fn of(pid: u32) -> Self {
        Self(ticks(&format!("/proc/{pid}/stat"), 11..13))
    }

    /// Of this process and of its children that have ended.
    #[must_use]
    pub fn children() -> Self {
        Self(ticks("/proc/self/stat", 11..15))
    }

    /// Ticks of 10 ms since an earlier reading.
    #[must_use]
    pub fn ticks_since(&self, before: &Self) -> u64 {
        self.0 - before.0
    }

    /// Percent of a core since an earlier reading, so many seconds ago.
    #[must_use]
    pub fn since(&self, before: &Self, seconds: f64) -> f64 {
        (self.0 - before.0) as f64 / seconds
    }
}

/// Sums fields of a `stat` file, counted behind the name in parentheses.
fn ticks(path: &str, fields: std::ops::Range<usize>) -> u64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let behind = text
        .rsplit_once(") ")
        .map(|(_, rest)| rest)
        .unwrap_or_default();
    let all: Vec<u64> = behind
        .split(' ')
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    all.get(fields).map(|some| some.iter().sum()).unwrap_or(0)
}

/// Resident memory in kB.
#[must_use]
pub fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let digits = line.unwrap_or_default().trim().trim_end_matches(" kB");
    digits.parse().unwrap_or(0)
}
