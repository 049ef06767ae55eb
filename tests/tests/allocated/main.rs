//! What is allocated, counted over the whole process: a program of its own, and one test in it.

mod bounded;
mod counter;
mod warm;

#[test]
fn warm_looks_allocate_nothing_and_memory_is_bounded() {
    warm::warm_looks_allocate_nothing();
    bounded::memory_is_bounded();
}
