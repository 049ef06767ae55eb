//! An SVG drawing of this crate as PNG, with a font that the crate brings: no font of the machine is
//! asked for, so that a picture is the same everywhere. Glyphs of the CLIs that the font lacks are drawn
//! as those that look most like them; letters that it lacks (CJK) are left blank.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture: 64 million.
const PIXELS: u64 = 64_000_000;

/// Why a drawing could not be made a PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.load_font_data(epaint_default_fonts::NOTO_EMOJI_REGULAR.to_vec());
    fonts.load_font_data(epaint_default_fonts::EMOJI_ICON.to_vec());
    fonts.set_monospace_family("Hack");
    Arc::new(fonts)
});

/// Glyphs that the CLIs draw and no font here has, and what is drawn for them.
const STAND_INS: [(char, char); 13] = [
    ('✻', '*'),
    ('✶', '*'),
    ('✽', '*'),
    ('✢', '+'),
    ('※', '×'),
    ('✗', '×'),
    ('✘', '×'),
    ('✓', '√'),
    ('☒', '⊠'),
    ('⎿', '└'),
    ('⏎', '↵'),
    ('⌥', '⌘'),
    ('⌕', '○'),
];

/// What is drawn for a character.
fn stand_in(c: char) -> char {
    let listed = STAND_INS.iter().find(|one| one.0 == c);
    match c {
        // Spinners: dots in a cell.
        '\u{2801}'..='\u{28ff}' => '∙',
        _ => listed.map_or(c, |one| one.1),
    }
}

/// The drawing as PNG.
///
/// # Errors
/// When the drawing is larger than 64 million pixels, or is no SVG.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let options = Options {
        font_family: "Hack".to_owned(),
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    };
    let svg: String = svg.chars().map(stand_in).collect();
    let tree = Tree::from_str(&svg, &options).map_err(|error| PngError(error.to_string()))?;
    let size = tree.size().to_int_size();
    let pixels = u64::from(size.width()) * u64::from(size.height());
    let too_large = || PngError("the picture is larger than 64 million pixels".to_owned());
    if pixels > PIXELS {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
    pixmap
        .encode_png()
        .map_err(|error| PngError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{STAND_INS, png};

    fn drawn(c: char) -> Vec<u8> {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>\
             <text x='2' y='15' font-size='14'>{c}</text></svg>"
        );
        png(&svg).expect("a picture")
    }

    #[test]
    fn no_glyph_of_the_clis_is_drawn_as_a_missing_one() {
        let missing = [drawn('\u{e0ff}'), drawn(' ')];
        let listed = STAND_INS.iter().map(|one| one.0);
        for c in listed.chain(['⠋', '⏸', '⏵', '☐', '⚒', '⚠', '✔', '●', '❯', '╌'])
        {
            assert!(!missing.contains(&drawn(c)), "{c}");
        }
        assert_ne!(drawn('✻'), drawn('⎿'));
    }
}
