//! One of some words: serde would take an object with one of them as its name, too.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, Visitor};

/// One, where given.
pub fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let word = Option::<Word<T>>::deserialize(from)?;
    Ok(word.map(|Word(it)| it))
}

/// A list of them, where given.
pub fn list<'de, D, T>(from: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let words = Option::<Vec<Word<T>>>::deserialize(from)?;
    Ok(words.map(|words| words.into_iter().map(|Word(it)| it).collect()))
}

/// What a word means.
struct Word<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Word<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        T::deserialize(word.into_deserializer()).map(Word)
    }
}
