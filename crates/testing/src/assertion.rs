//! `assert_surface!`: one screen, and the words that it must be read as.

use shadow_tui::stack;

use crate::words::Word;
use crate::{Screenshot, stable_page};

/// Asserts what a screen is read as.
///
/// The first argument is anything that a [`Screenshot`] can be made of: text, bytes, a
/// `&Path`, a `Snapshot`, a [`Screenshot`]. The words after it are those of [`words`](crate::words):
/// values of the contract under their wire names, `ready`, `not_ready`, `safe_to_type`, and some
/// with a value (`draft = "…"`, `offers = "Yes"`, `says = "…"`). What does not hold is told with
/// the whole page: the screen with its zones, the verdict, the witnesses.
///
/// ```
/// use shadow_testing::assert_surface;
///
/// assert_surface!("dev@box:~/project$ ls", unsupported, not_ready);
/// ```
#[macro_export]
macro_rules! assert_surface {
    ($capture:expr, $($word:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::assert_words(
            &$crate::Screenshot::from($capture),
            &[$($crate::words::$word $(($value))?),+],
        )
    };
}

/// What [`assert_surface!`](crate::assert_surface) calls.
///
/// # Panics
/// When the screen is not read as the words say.
#[track_caller]
pub fn assert_words(shot: &Screenshot, words: &[Word]) {
    let stack = stack();
    let payload = stack.parse(shot.choice(), shot.snapshot());
    let broken: Vec<String> = words
        .iter()
        .filter_map(|word| word.broken_by(&payload))
        .map(|[want, got]| format!("expected {want}, got {got}"))
        .collect();
    if !broken.is_empty() {
        let page = stable_page(&stack, shot.choice(), shot.snapshot());
        panic!("{}\n\n{page}", broken.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use crate::Screenshot;

    const SHELL: &str = "dev@box:~/project$ ls";

    #[test]
    fn what_holds_passes() {
        assert_surface!(
            SHELL,
            unsupported,
            closed,
            unknown_business_state,
            not_ready
        );
        assert_surface!(Screenshot::of(SHELL).size(80, 24), not_safe_to_type);
    }

    #[test]
    fn what_does_not_hold_is_told_with_the_page() {
        let panic = std::panic::catch_unwind(|| {
            assert_surface!(
                SHELL,
                idle,
                ready,
                draft = "x",
                offers = "Yes",
                says = "hello"
            );
        });
        let text = *panic.unwrap_err().downcast::<String>().expect("a message");
        for part in [
            "expected idle, got unknown",
            "expected ready, got not ready",
            "expected \"x\", got none",
            "expected option \"Yes\"",
            "expected dialog with \"hello\"",
            "│dev@box:~/project$ ls",
            "verdict: unsupported",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
