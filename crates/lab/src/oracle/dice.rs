//! Numbers that look random and are the same for the same seed, on every machine.

/// A stream of numbers from a seed (SplitMix64).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The stream of a seed and of words, such as a version's.
    pub fn new(seed: u64, words: &[&str]) -> Self {
        let mut dice = Self(seed);
        for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
            dice.0 = dice.0.wrapping_add(u64::from(byte));
            dice.0 = dice.next();
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // No list here has 2^32 members.
        ((self.next() >> 32) as usize) % end.max(1)
    }

    /// A number from `from` to `to`, both included.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// True in so many of a hundred throws.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// A member of a list, which is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_and_another_gives_others() {
        let throw = |seed, word| {
            let mut dice = Dice::new(seed, &[word]);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(throw(1, "2.1.332"), throw(1, "2.1.332"));
        assert_ne!(throw(1, "2.1.332"), throw(2, "2.1.332"));
        assert_ne!(throw(1, "2.1.332"), throw(1, "2.1.330"));
    }
}
