//! Rules of the source tree that no compiler holds: arrows between crates, shape of files, words.

mod arrows;
mod circles;
mod documents;
mod doors;
mod files;
mod idioms;
mod locks;
mod tree;
mod words;
