//! A pane of tmux as output that paints it: what a recording of looks is made of.

use shadow_tmux::View;

/// Output that paints a whole pane, whatever stood there: screen, rows, title, cursor.
pub fn paint(view: &View) -> Vec<u8> {
    let pane = &view.pane;
    let on = |number: u16, on: bool| format!("\x1b[?{number}{}", if on { 'h' } else { 'l' });
    let mut output = Vec::new();
    output.extend(on(2026, true).bytes());
    output.extend(on(1049, pane.alternate).bytes());
    output.extend(b"\x1b[m\x1b[H\x1b[2J");
    for (row, line) in view.text.split(|&byte| byte == b'\n').enumerate() {
        if !line.is_empty() {
            // A style goes on in the next row until it is changed.
            output.extend(format!("\x1b[{};1H", row + 1).bytes());
            output.extend_from_slice(line);
        }
    }
    let [x, y] = pane.cursor;
    output.extend(format!("\x1b[m\x1b[{};{}H", y + 1, x + 1).bytes());
    output.extend(on(25, pane.cursor_visible).bytes());
    if let Some(title) = &pane.title {
        let title = title.replace(char::is_control, "");
        output.extend(format!("\x1b]2;{title}\x1b\\").bytes());
    }
    output.extend(on(2026, false).bytes());
    output
}
