//! The server at work: a listener, the threads that answer, and how long anybody may keep them waiting.

use std::io;
use std::net::TcpListener as StdListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use crate::hall::{Guest, Hall, Place};
use crate::router::router;
use crate::site::Site;

/// Threads that answer.
const THREADS: usize = 2;

/// The time that a request's head may take, from the connection's begin or the answer before.
const HEAD: Duration = Duration::from_secs(10);

/// Time between two tries to let somebody in.
const RETRY: Duration = Duration::from_millis(20);

/// Serves until the process ends.
///
/// # Errors
/// Where the listener cannot be used.
pub fn serve(listener: StdListener, site: Arc<Site>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let hall = Arc::new(Hall::default());
        let router = router(site);
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    let place = loop {
                        match hall.enter(from.ip(), Instant::now()) {
                            Some(place) => break place,
                            None => tokio::time::sleep(RETRY).await,
                        }
                    };
                    tokio::spawn(answer(stream, router.clone(), place));
                }
                // No descriptors, or the guest has gone again.
                Err(_) => tokio::time::sleep(RETRY).await,
            }
        }
    })
}

/// Answers one connection until it ends, or is asked to make room.
async fn answer(stream: TcpStream, router: Router, place: Place) {
    let guest: Arc<Guest> = Arc::clone(&place.guest);
    let service = TowerToHyperService::new(router.layer(Extension(guest)));
    let answering = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // How it ended is nobody's business but the guest's.
        _ = answering => {}
        () = place.guest.asked_to_leave() => {}
    }
}
