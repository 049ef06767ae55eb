//! The wall clocks of other machines, compared with the one here. Only people use the result: no act and no event depends on it.

use crate::calendar::since_epoch;

/// Seconds of difference that are still small: the first line of a relay may be that long under way.
const SMALL: f64 = 10.0;

/// How a machine's clock differs from the one here, in words; none if it hardly does. `time` is what its clock showed in a line
/// that has just come.
pub fn difference(time: Option<f64>) -> Option<String> {
    words(time? - since_epoch().as_secs_f64())
}

/// The words for a clock that is so many seconds ahead.
fn words(ahead: f64) -> Option<String> {
    let side = if ahead > 0.0 { "ahead of" } else { "behind" };
    let far = ahead.abs();
    let length = match far {
        _ if !far.is_finite() || far <= SMALL => return None,
        _ if far < 120.0 => format!("{far:.0} s"),
        _ if far < 7200.0 => format!("{:.0} min", far / 60.0),
        _ if far < 172_800.0 => format!("{:.0} h", far / 3600.0),
        _ => format!("{:.0} days", far / 86_400.0),
    };
    Some(format!("its clock is {length} {side} the one here"))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_large_difference_has_words() {
        for (ahead, expected) in [
            (3600.4, "its clock is 60 min ahead of the one here"),
            (-11.0, "its clock is 11 s behind the one here"),
            (-9e6, "its clock is 104 days behind the one here"),
        ] {
            assert_eq!(words(ahead).as_deref(), Some(expected));
        }
        for ahead in [0.0, -9.9, 10.0, f64::NAN, f64::INFINITY] {
            assert_eq!(words(ahead), None, "{ahead}");
        }
    }
}
