//! Choices side by side in a row, of which one is drawn inverse: `Cancel    Archive` (0.171).

use shadow_core::contract::BlockOption;
use shadow_core::screen::{Row, Screen, Style};
use shadow_core::surface::RowSpan;

use crate::letters::offset;
use crate::shapes::columns::parts;

/// The choices and their row. The lowest such row counts: the rows above it may be the model's words.
pub(super) fn read(screen: &Screen, rows: RowSpan) -> Option<(Vec<BlockOption>, usize)> {
    let index = rows
        .indices()
        .rev()
        .find(|&index| is_choices(screen.row(index)))?;
    let row = screen.row(index);
    let options = parts(row.text()).map(|label| BlockOption {
        label: label.to_owned(),
        selected: Some(is_inverse(row, label)),
        ..BlockOption::default()
    });
    Some((options.collect(), index))
}

/// Whether a row holds labels side by side, and one of them alone is drawn inverse.
pub(in super::super) fn is_choices(row: Row<'_>) -> bool {
    let inverse = || {
        parts(row.text())
            .filter(|label| is_inverse(row, label))
            .count()
    };
    let drawn = row.draws(Style::inverse) && !row.is_flush();
    drawn && parts(row.text()).count() > 1 && inverse() == 1
}

fn is_inverse(row: Row<'_>, label: &str) -> bool {
    let byte = offset(row.text(), label);
    byte.is_some_and(|byte| row.style_at(byte).inverse())
}

#[cfg(test)]
mod tests {
    use super::super::super::front::Skin;
    use super::super::body::Body;
    use super::super::options::read;
    use crate::testing::screen;
    use shadow_core::contract::BlockKind;
    use shadow_core::screen::Marked;
    use shadow_core::surface::RowSpan;

    /// Made up: the dialog of 0.171 about a side chat, with the other choice selected.
    #[test]
    fn arrows_lead_from_the_inverse_label_to_the_others() {
        let dialog = " Archive it?\n\n  Cancel   \x1b[1;7m Archive \x1b[0m\n\n Enter confirm";
        let screen = screen(60, dialog);
        let marked = Marked::new(&screen);
        let read = |last| {
            let body = Body::new(&marked, Skin::Chevron, RowSpan::new(0, last));
            read(&body, BlockKind::Picker)
        };
        let (options, row) = read(4).expect("choices");
        let told: Vec<_> = options
            .iter()
            .map(|it| (&*it.label, it.keys.join(" ")))
            .collect();
        assert_eq!(row, 2);
        assert_eq!(
            told,
            [("Cancel", "Left Enter".into()), ("Archive", "Enter".into())]
        );
        assert_eq!(options[1].selected, Some(true));
        assert!(read(1).is_none());
    }
}
