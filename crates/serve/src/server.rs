//! The server at work: a listener, the threads that answer, and how long anybody may keep them waiting.

use std::io;
use std::net::{IpAddr, Ipv4Addr, TcpListener as StdListener};
use std::os::unix::net::UnixListener as StdUnixListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Builder;

use crate::caller::Caller;
use crate::gate::Private;
use crate::hall::{Guest, Hall, Seat};
use crate::router::router;
use crate::site::Site;

/// Threads that answer.
const THREADS: usize = 2;

/// The time that a request's head may take, from the connection's begin or the answer before.
const HEAD: Duration = Duration::from_secs(10);

/// Time between two tries to let somebody in.
const RETRY: Duration = Duration::from_millis(20);

/// Serves until the process ends; on a socket of this user's, too, where one is given: there nobody else is answered, and
/// nothing need be shown.
///
/// # Errors
/// Where a listener cannot be used.
pub fn serve(
    listener: StdListener,
    private: Option<StdUnixListener>,
    site: Arc<Site>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    if let Some(private) = &private {
        private.set_nonblocking(true)?;
    }
    let runtime = Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let hall = Arc::new(Hall::default());
        let router = router(site);
        if let Some(private) = private {
            let private = UnixListener::from_std(private)?;
            tokio::spawn(answer_own(private, router.clone(), Arc::clone(&hall)));
        }
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    let place = enter(&hall, from.ip()).await;
                    let to = stream.local_addr();
                    let caller = to.map(|to| Caller::of_addresses(from, to));
                    let caller = caller.unwrap_or_else(|_| Caller::of_process(None));
                    tokio::spawn(answer(stream, router.clone(), place, caller));
                }
                // No descriptors, or the guest has gone again.
                Err(_) => tokio::time::sleep(RETRY).await,
            }
        }
    })
}

/// A place in the hall, as soon as there is one.
async fn enter(hall: &Arc<Hall>, from: IpAddr) -> Seat {
    loop {
        match hall.enter(from, Instant::now()) {
            Some(place) => return place,
            None => tokio::time::sleep(RETRY).await,
        }
    }
}

/// Answers the programs of this user on their socket.
async fn answer_own(listener: UnixListener, router: Router, hall: Arc<Hall>) {
    let router = router.layer(Extension(Private));
    let own = rustix::process::geteuid().as_raw();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let Some(peer) = stream.peer_cred().ok().filter(|peer| peer.uid() == own) else {
                    continue;
                };
                let place = enter(&hall, Ipv4Addr::LOCALHOST.into()).await;
                place.guest.is_known();
                let process = peer.pid().and_then(|process| process.try_into().ok());
                let caller = Caller::of_process(process);
                tokio::spawn(answer(stream, router.clone(), place, caller));
            }
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }
}

/// Answers one connection until it ends, or is asked to make room.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
    place: Seat,
    caller: Caller,
) {
    let guest: Arc<Guest> = Arc::clone(&place.guest);
    let router = router.layer(Extension(guest));
    let service = TowerToHyperService::new(router.layer(Extension(Arc::new(caller))));
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
