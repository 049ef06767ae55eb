//! The tests across the crates, one program: the corpus is loaded once, and all of them ask it.

mod accuracy;
mod association;
mod claude_cells;
mod codex_cells;
mod codex_fields;
mod dialogs;
mod edits;
mod faded;
mod fields;
mod fuzz_bodies;
mod goldens;
mod growth;
mod mixed;
mod mutations;
mod own_cases;
mod quantized;
mod readme;
mod redaction;
mod screen_grid;
mod screen_oracles;
mod screen_text;
mod screen_widths;
mod stack_hostile;
mod tidy;
mod time;
mod traps;
