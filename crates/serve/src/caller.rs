//! The program at the other end of a connection.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::OnceLock;

/// Who sends the requests of one connection.
#[derive(Debug)]
pub struct Caller {
    end: End,
    processes: OnceLock<Vec<u32>>,
}

/// What is known of the other end.
#[derive(Debug)]
enum End {
    /// The process that has connected to the Unix socket.
    Process(Option<u32>),
    /// The addresses of a TCP connection: the other end's, and ours.
    Addresses(SocketAddr, SocketAddr),
}

impl Caller {
    /// The process that has connected to a Unix socket, as the system tells it.
    pub fn of_process(process: Option<u32>) -> Self {
        Self::new(End::Process(process))
    }

    /// The other end of a TCP connection.
    pub fn of_addresses(from: SocketAddr, to: SocketAddr) -> Self {
        Self::new(End::Addresses(from, to))
    }

    const fn new(end: End) -> Self {
        let processes = OnceLock::new();
        Self { end, processes }
    }

    /// The processes that hold the other end; none where that cannot be seen. They are looked up once.
    pub fn processes(&self) -> &[u32] {
        self.processes.get_or_init(|| match self.end {
            End::Process(process) => process.into_iter().collect(),
            End::Addresses(from, to) if from.ip().is_loopback() => holders(from, to),
            End::Addresses(..) => Vec::new(),
        })
    }
}

/// The processes of this user that hold the end `from` of a connection to `to`. Linux lists them in `/proc`.
fn holders(from: SocketAddr, to: SocketAddr) -> Vec<u32> {
    let tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
    let tables = tables.map(|path| fs::read_to_string(path).unwrap_or_default());
    let sockets: Vec<String> = tables
        .iter()
        .flat_map(|table| table.lines())
        .filter_map(|line| socket(line, from.port(), to.port()))
        .collect();
    if sockets.is_empty() {
        return Vec::new();
    }
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    processes
        .filter(|process: &u32| holds(*process, &sockets))
        .collect()
}

/// The socket of a line of the table, if it connects these ports. Another connection of these two ports, between other
/// addresses of this machine, only makes more processes the caller's.
fn socket(line: &str, from: u16, to: u16) -> Option<String> {
    let mut fields = line.split_ascii_whitespace().skip(1);
    let port = |address: &str| u16::from_str_radix(address.rsplit_once(':')?.1, 16).ok();
    let ends = (port(fields.next()?)?, port(fields.next()?)?);
    // The inode is the tenth field of a line.
    let inode = fields.nth(6).filter(|_| ends == (from, to))?;
    Some(format!("socket:[{inode}]"))
}

fn holds(process: u32, sockets: &[String]) -> bool {
    let open = fs::read_dir(format!("/proc/{process}/fd"));
    let open = open.into_iter().flatten().flatten();
    let mut links = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    links.any(|link| sockets.iter().any(|socket| Path::new(socket) == link))
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::{Caller, socket};

    #[test]
    fn a_line_of_the_table_names_the_socket_of_its_ports() {
        let line = "   3: 0100007F:C350 0100007F:1CFC 01 00000000:00000000 00:00000000 00000000  1000        0 77123 1 0 20 4 30 10 -1";
        assert_eq!(socket(line, 50000, 7420), Some("socket:[77123]".to_owned()));
        assert_eq!(socket(line, 7420, 50000), None);
        assert_eq!(socket("  sl  local_address rem_address   st", 1, 2), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_process_behind_a_connection_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let there = listener.local_addr().expect("an address");
        let _client = TcpStream::connect(there).expect("a connection");
        let (stream, from) = listener.accept().expect("a connection");
        let to = stream.local_addr().expect("an address");
        assert_eq!(
            Caller::of_addresses(from, to).processes(),
            [std::process::id()]
        );
        let elsewhere = "192.0.2.1:50000".parse().expect("an address");
        assert!(Caller::of_addresses(elsewhere, to).processes().is_empty());
    }
}
