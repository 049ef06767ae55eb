//! A shell's prompt in the composer: printed over it by the shell that has the pane since the CLI was killed, or typed
//! into it by a person. A killed CLI leaves its composer, footer, title and cursor as they were, so that the row itself
//! shows no difference (seen in 0.34 to 0.169): what is around it has to tell.

use shadow_core::foreign::{self, PromptWithin};
use shadow_core::screen::{Marked, Screen};

use super::composer::{draft_text, offers_shortcuts};
use super::footer;
use super::front::{Composer, Front};
use super::marks::Mark;
use super::shape::carries_styles;
use crate::rules::decide;

/// What is in front of a composer where a shell's prompt in it is a shell's, or may be. It surely is if the rest of a placeholder
/// stands dim behind it, or below it the hint that stands only while the composer is empty; or if the cursor waits right behind
/// it, and it names the CLI's own folder.
pub(super) fn weigh(screen: &Marked<'_>, composer: &Composer) -> Option<Front> {
    let prompt = prompt(screen, composer)?;
    let (row, rows) = (prompt.row, composer.rows());
    let folder = || footer::session(screen, Some(composer)).directory;
    let in_folder = || prompt.stands_in(screen, folder().as_deref()) == Some(true);
    let left = rest_is_dim(screen, prompt) || offers_shortcuts(screen, composer);
    decide! { screen;
        PromptOverHint if left => Some(Front::Ended { row });
        PromptOver if screen.cursor().is_some() && in_folder() => Some(Front::Ended { row });
        PromptInDraft if may_be_shells(screen, composer, prompt) => Some(Front::Undecided { rows });
        _ => None
    }
}

/// The prompt in the composer: right before the cursor, or where no cursor is given, in its last row.
fn prompt(screen: &Screen, composer: &Composer) -> Option<PromptWithin> {
    match screen.cursor() {
        Some(_) => foreign::prompt_over(screen).filter(|prompt| composer.holds(prompt.row)),
        None => foreign::prompt_within(screen, composer.last),
    }
}

/// Whether nothing tells the prompt from a shell's. With a cursor, a draft's words before it and a folder above the CLI's
/// tell: a shell waits where the CLI was started. Any other folder may be the same by another name, as a linked one is
/// (0.130, 0.169). Without a cursor, a draft goes on behind it.
fn may_be_shells(screen: &Screen, composer: &Composer, prompt: PromptWithin) -> bool {
    let alone = prompt.row == composer.first && {
        let typed = draft_text(screen.row(prompt.row), composer, true);
        let shell = &screen.row(prompt.row).text()[prompt.first..];
        typed.len() <= shell.len()
    };
    let ends = prompt.behind(screen).trim().is_empty();
    match screen.cursor() {
        Some(_) => alone || !ends || !stands_above_folder(screen, composer, prompt),
        None => alone || ends,
    }
}

/// Whether something dim is behind the prompt, which is not.
fn rest_is_dim(screen: &Screen, prompt: PromptWithin) -> bool {
    let row = screen.row(prompt.row);
    let rest = prompt.behind(screen).trim_start();
    let at = row.text().len() - rest.len();
    let dim = |byte| row.style_at(byte).dim();
    carries_styles(screen) && !rest.is_empty() && dim(at) && !dim(prompt.first)
}

/// Whether the prompt names a folder in which the CLI's own lies.
fn stands_above_folder(screen: &Screen, composer: &Composer, prompt: PromptWithin) -> bool {
    let folder = footer::session(screen, Some(composer)).directory;
    prompt.stands_above(screen, folder.as_deref())
}
