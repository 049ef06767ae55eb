//! An SVG drawing of this crate as PNG, with a font that the crate brings: no font of the machine is
//! asked for, so that a picture is the same everywhere. What the font lacks (CJK) is left blank.

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
    fonts.set_monospace_family("Hack");
    Arc::new(fonts)
});

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
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
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
