//! Whole numbers as JSON means them: `120.0` is one, too.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// A whole number of cells.
struct Whole(u16);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(from)?;
        if number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(&number) {
            return Ok(Self(number as u16));
        }
        Err(D::Error::custom(format!(
            "{number} is no whole number from 0 to 65535"
        )))
    }
}

/// One number, where given.
pub fn one<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    Ok(Option::<Whole>::deserialize(from)?.map(|whole| whole.0))
}

/// Two, where given.
pub fn pair<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[u16; 2]>, D::Error> {
    let pair = Option::<[Whole; 2]>::deserialize(from)?;
    Ok(pair.map(|pair| pair.map(|whole| whole.0)))
}

#[cfg(test)]
mod tests {
    use crate::wire::Request;

    #[test]
    fn a_whole_number_may_have_a_point() {
        let read =
            |fields: &str| serde_json::from_str::<Request>(&format!("{{\"text\":\"\",{fields}}}"));
        let request = read(r#""cols":120.0,"rows":40,"cursor":[2.0,3e0]"#).expect("a request");
        assert_eq!((request.cols, request.rows), (Some(120), Some(40)));
        assert_eq!(request.cursor, Some([2, 3]));
        assert_eq!(read(r#""cols":null"#).expect("a request").cols, None);
        for wrong in ["1.5", "-1", "65536", "\"120\"", "[1]"] {
            assert!(read(&format!("\"cols\":{wrong}")).is_err(), "{wrong}");
        }
    }
}
