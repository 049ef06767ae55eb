//! OSC 7501, the Program Status Protocol (revision 0.2): records by path, replaced whole.
//!
//! Some programs report unasked; others ask first and report only to a terminal that answers.

use super::said::clean;
use crate::snapshot::{ProgramStatus, ReportedState};

/// Bytes of one report; a longer one is ignored.
pub(super) const MAX_REPORT: usize = 4096;

/// Records in force at a time; a report of a further path is ignored.
const MAX_RECORDS: usize = 256;

/// The records in force.
#[derive(Debug, Clone, Default)]
pub(super) struct StatusRecords {
    records: Vec<ProgramStatus>,
    asked: bool,
    count: u64,
}

impl StatusRecords {
    pub(super) fn in_force(&self) -> &[ProgramStatus] {
        &self.records
    }

    /// A program has asked whether reports are read.
    pub(super) fn asked(&mut self) {
        self.asked = true;
    }

    pub(super) fn was_asked(&self) -> bool {
        self.asked
    }

    /// How many reports have come that could be read.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// OSC 133 `A`: a shell prompt begins, so nothing works or waits any more.
    pub(super) fn prompt_began(&mut self) {
        let over = |state| matches!(state, ReportedState::Working | ReportedState::Blocked);
        self.records.retain(|record| !over(record.state));
    }

    /// Takes one report in. One that is malformed changes nothing.
    pub(super) fn report(&mut self, payload: &[u8]) {
        if payload.len() > MAX_REPORT {
            return;
        }
        let Some(record) = parse(payload) else { return };
        self.count += 1;
        self.records.retain(|known| known.id != record.id);
        if record.state != ReportedState::Clear && self.records.len() < MAX_RECORDS {
            self.records.push(record);
        }
    }
}

/// Reads `key=value:key=value…`. Keys that are not known are skipped.
fn parse(payload: &[u8]) -> Option<ProgramStatus> {
    let mut record = ProgramStatus {
        id: None,
        state: ReportedState::Idle,
        kind: None,
        app: None,
        msg: None,
    };
    let mut state = None;
    for pair in payload.split(|&byte| byte == b':') {
        let equals = memchr::memchr(b'=', pair)?;
        let (key, value) = (&pair[..equals], &pair[equals + 1..]);
        let text = || Some(clean(value)).filter(|text| !text.is_empty());
        match key {
            b"state" => state = Some(state_of(value)?),
            b"id" => record.id = text(),
            b"kind" => record.kind = text(),
            b"app" => record.app = text(),
            b"msg" => record.msg = base64(value).map(|decoded| clean(&decoded)),
            _ => {}
        }
    }
    record.state = state?;
    Some(record)
}

fn state_of(value: &[u8]) -> Option<ReportedState> {
    match value {
        b"idle" => Some(ReportedState::Idle),
        b"working" => Some(ReportedState::Working),
        b"done" => Some(ReportedState::Done),
        b"blocked" => Some(ReportedState::Blocked),
        b"error" => Some(ReportedState::Error),
        b"clear" => Some(ReportedState::Clear),
        _ => None,
    }
}

/// Decodes base64 (RFC 4648, either alphabet, padding optional); none where it is not.
pub(super) fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0);
    let body = text.split(|&byte| byte == b'=').next().unwrap_or_default();
    for &byte in body {
        bits = bits << 6 | u32::from(sextet(byte)?);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held) as u8);
        }
    }
    Some(decoded)
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_RECORDS, StatusRecords, base64};
    use crate::snapshot::ReportedState;

    fn reported(reports: &[&str]) -> StatusRecords {
        let mut records = StatusRecords::default();
        for report in reports {
            records.report(report.as_bytes());
        }
        records
    }

    #[test]
    fn a_report_replaces_its_record_whole() {
        let records = reported(&[
            "state=blocked:kind=permission:app=codex:msg=aGk=",
            "state=working:id=a/b",
            "state=idle:app=codex",
        ]);
        let in_force = records.in_force();
        assert_eq!(in_force.len(), 2);
        assert_eq!(in_force[0].id.as_deref(), Some("a/b"));
        assert_eq!(in_force[1].state, ReportedState::Idle);
        assert_eq!(in_force[1].kind, None);
    }

    #[test]
    fn clear_withdraws_and_a_prompt_ends_what_runs() {
        let mut records = reported(&["state=working", "state=done:id=x", "state=blocked:id=y"]);
        records.prompt_began();
        assert_eq!(records.in_force().len(), 1);
        records.report(b"state=clear:id=x");
        assert!(records.in_force().is_empty());
    }

    #[test]
    fn malformed_reports_change_nothing() {
        let bad = [
            "",
            "state",
            "state=",
            "state=busy",
            "app=codex",
            "state=idle:x",
        ];
        assert!(reported(&bad).in_force().is_empty());
        let long = format!("state=idle:app={}", "x".repeat(5000));
        assert!(reported(&[&long]).in_force().is_empty());
    }

    #[test]
    fn records_are_bounded() {
        let mut records = StatusRecords::default();
        for id in 0..MAX_RECORDS + 10 {
            records.report(format!("state=idle:id={id}").as_bytes());
        }
        assert_eq!(records.in_force().len(), MAX_RECORDS);
    }

    #[test]
    fn messages_are_decoded_and_cleaned() {
        let records = reported(&["state=done:msg=YQcbW2I"]);
        assert_eq!(records.in_force()[0].msg.as_deref(), Some("a[b"));
        assert_eq!(base64(b"aGk=").as_deref(), Some(&b"hi"[..]));
        assert_eq!(base64(b"a b"), None);
    }
}
