//! The server at work: a listener, the threads that answer, and a bound on open connections.

use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::site::{Site, router};

/// Threads that answer.
const THREADS: usize = 2;

/// Connections at one time; the next one waits until one is closed.
const CONNECTIONS: usize = 1024;

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
        let listener = Bounded {
            listener: TcpListener::from_std(listener)?,
            room: Arc::new(Semaphore::new(CONNECTIONS)),
        };
        axum::serve(listener, router(site)).await
    })
}

/// A listener that lets in no more connections than there is room for.
struct Bounded {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl axum::serve::Listener for Bounded {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        loop {
            // Fails only where the semaphore is closed, which nobody does.
            let place = Arc::clone(&self.room).acquire_owned().await.ok();
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    return (
                        Guest {
                            stream,
                            _place: place,
                        },
                        from,
                    );
                }
                // No descriptors, or the guest has gone again.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection, with its place.
struct Guest {
    stream: TcpStream,
    _place: Option<OwnedSemaphorePermit>,
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
