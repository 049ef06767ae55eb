//! Who is let in: a bounded number of connections, of which those that have not shown the token wait in a hall. Where
//! the hall is full, who has stood there longest makes room, so that nobody keeps the one with the token out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// Connections that have not shown the token.
const HALL: usize = 128;

/// Connections in all: below the 1,024 descriptors that many systems give a process.
const CONNECTIONS: usize = 800;

/// How long anybody may be in the hall before they can be asked to make room: a request that is sent at once is
/// answered within it.
const GRACE: Duration = Duration::from_millis(250);

/// How many are asked at once. So a flood of the hall delays others only briefly.
const AT_ONCE: usize = 32;

/// One connection.
#[derive(Debug)]
pub struct Guest {
    from: IpAddr,
    since: Instant,
    known: AtomicBool,
    leave: Notify,
}

impl Guest {
    /// It has shown the token, and is never asked to leave.
    pub fn is_known(&self) {
        self.known.store(true, Ordering::Relaxed);
    }

    /// Waits until it is asked to make room.
    pub async fn asked_to_leave(&self) {
        self.leave.notified().await;
    }
}

/// Everybody who is in.
#[derive(Debug, Default)]
pub struct Hall(Mutex<Vec<Arc<Guest>>>);

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Seat {
    hall: Arc<Hall>,
    /// Who has it.
    pub guest: Arc<Guest>,
}

impl Hall {
    /// Lets somebody in. None where there is no room at the moment; where there is none in the hall, those who have
    /// stood longest there, of the address that has most, are asked to leave.
    pub fn enter(self: &Arc<Self>, from: IpAddr, now: Instant) -> Option<Seat> {
        let mut guests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = guests.iter().filter(|it| !it.known.load(Ordering::Relaxed));
        let waiting: Vec<&Arc<Guest>> = waiting.collect();
        if waiting.len() >= HALL || guests.len() >= CONNECTIONS {
            let stood = |it: &&Arc<Guest>| now.saturating_duration_since(it.since) >= GRACE;
            let leaving = crowd(&waiting).into_iter().filter(|it| stood(it));
            leaving.take(AT_ONCE).for_each(|it| it.leave.notify_one());
            return None;
        }
        let guest = Arc::new(Guest {
            from,
            since: now,
            known: AtomicBool::new(false),
            leave: Notify::new(),
        });
        guests.push(Arc::clone(&guest));
        let hall = Arc::clone(self);
        Some(Seat { hall, guest })
    }
}

/// Those of the address that has most in the hall, in the order in which they came.
fn crowd<'g>(waiting: &[&'g Arc<Guest>]) -> Vec<&'g Arc<Guest>> {
    let mut by_address: HashMap<IpAddr, usize> = HashMap::new();
    for guest in waiting {
        *by_address.entry(guest.from).or_default() += 1;
    }
    let most = by_address.values().max().copied().unwrap_or_default();
    let crowded = waiting.iter().filter(|it| by_address[&it.from] == most);
    crowded.copied().collect()
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut guests = self.hall.0.lock().unwrap_or_else(PoisonError::into_inner);
        guests.retain(|it| !Arc::ptr_eq(it, &self.guest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn asked(place: &Seat) -> bool {
        let leaving = std::pin::pin!(place.guest.asked_to_leave());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        leaving.poll(&mut context).is_ready()
    }

    #[test]
    fn who_has_stood_longest_in_a_full_hall_makes_room() {
        let (hall, begun) = (Arc::new(Hall::default()), Instant::now());
        let later = |millis| begun + Duration::from_millis(millis);
        let known = hall.enter(ONE, later(0)).expect("room");
        known.guest.is_known();
        let others: Vec<Seat> = (1..=HALL as u64)
            .map(|n| hall.enter(ONE, later(n)).expect("room"))
            .collect();
        // Nobody leaves within the grace.
        assert!(hall.enter(OTHER, later(140)).is_none() && !asked(&others[0]));
        assert!(hall.enter(OTHER, later(251)).is_none());
        assert!(asked(&others[0]) && !asked(&others[1]) && !asked(&known));
        drop(others);
        assert!(hall.enter(OTHER, later(501)).is_some());
    }

    #[test]
    fn one_address_does_not_crowd_out_another() {
        let (hall, begun) = (Arc::new(Hall::default()), Instant::now());
        let mine = hall.enter(OTHER, begun).expect("room");
        let theirs: Vec<Seat> = (1..HALL)
            .map(|_| hall.enter(ONE, begun + GRACE).expect("room"))
            .collect();
        assert!(hall.enter(ONE, begun + GRACE * 4).is_none());
        assert!(!asked(&mine) && asked(&theirs[0]));
    }

    #[test]
    fn there_is_an_end_to_those_with_the_token_too() {
        let hall = Arc::new(Hall::default());
        let now = Instant::now();
        let places: Vec<Seat> = (0..CONNECTIONS)
            .map(|_| {
                let place = hall.enter(ONE, now).expect("room");
                place.guest.is_known();
                place
            })
            .collect();
        assert!(hall.enter(ONE, now + GRACE).is_none());
        drop(places);
        assert!(hall.0.lock().expect("whole").is_empty());
    }
}
