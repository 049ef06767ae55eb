//! A JSON object and nothing else: serde would take a list of the same values, too.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};

/// What was read of an object.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Reader(PhantomData))
    }
}

/// One, where given.
pub fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Object<T>>::deserialize(from)?.map(|Object(it)| it))
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::Object;
    use crate::wire::Request;

    #[test]
    fn a_list_of_the_values_is_no_request() {
        let read = |line: &str| serde_json::from_str::<Object<Request>>(line);
        assert_eq!(
            read(r#"{"id":[1.50],"text":"x"}"#)
                .expect("a request")
                .0
                .text,
            "x"
        );
        for wrong in [r#"[1,"x"]"#, r#""x""#, "null"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
