//! One of some words: serde would take an object with one of them as its name, too.

use serde::Deserialize;
use serde::de::{Deserializer, IntoDeserializer};

/// One, where given.
pub fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let word = Option::<String>::deserialize(from)?;
    word.map(|word| T::deserialize(word.into_deserializer()))
        .transpose()
}

/// A list of them, where given.
pub fn list<'de, D, T>(from: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let words = Option::<Vec<String>>::deserialize(from)?;
    let read = |word: String| T::deserialize(word.into_deserializer());
    words
        .map(|words| words.into_iter().map(read).collect())
        .transpose()
}
