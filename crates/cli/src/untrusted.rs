//! What strangers may send to the command, as functions of bytes: fuzz targets and property tests call them.

use std::io::{BufReader, Cursor};

use shadow_fixtures::Session;
use shadow_tui::{Channels, ProviderChoice, stack};

use crate::exit::Failure;
use crate::regression::bundle::{self, Bundle};
use crate::stream::Coprocess;

/// What `shadow parse --ndjson` prints for a stream of requests.
///
/// # Errors
/// Never for bytes in memory, of which every line is answered.
pub fn answers(requests: &[u8]) -> Result<String, String> {
    let mut printed = Vec::new();
    let mut coprocess = Coprocess::new(stack(), ProviderChoice::Auto, Channels::default());
    let served = coprocess.serve(BufReader::new(requests), |answer| {
        printed.extend(answer);
        Ok(())
    });
    served.map_err(said)?;
    String::from_utf8(printed).map_err(|error| error.to_string())
}

/// The session and the screen that `shadow test --add` makes of a bundle.
///
/// # Errors
/// What is wrong with the bundle.
pub fn bundle(packed: &[u8]) -> Result<(Session, Vec<u8>), String> {
    let bundle = Bundle::unpack(Cursor::new(packed.to_owned()))?;
    let session = bundle.session(&[], "a person").map_err(said)?;
    Ok((session, bundle.screen))
}

/// A bundle with this manifest and screen, not packed.
///
/// # Errors
/// Never in memory.
pub fn bundle_of(manifest: &[u8], screen: &[u8]) -> Result<Vec<u8>, String> {
    bundle::archive(manifest, screen).map_err(|error| error.to_string())
}

fn said(failure: Failure) -> String {
    failure.message().to_owned()
}
