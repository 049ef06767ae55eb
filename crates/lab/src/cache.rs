//! Installs CLI versions from npm into a cache and finds what to run in them.
//!
//! Two layouts are known for each CLI. Claude Code: `cli.js`, run with node (seen up to 2.1.62), and a native binary
//! in an optional package of the platform (seen in 2.1.330). Codex: a musl binary under `vendor/`, in the package
//! itself (seen in 0.20) or in the platform's package.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Context, LabError, Result};
use crate::provider::Provider;
use crate::version::Version;

/// A version in the cache.
#[derive(Debug, Clone)]
pub struct Installed {
    /// npm prefix that holds it.
    pub dir: PathBuf,
    /// Arguments that start it, the program first, paths relative to `dir`; `node` alone is looked up in `PATH`.
    pub argv: Vec<String>,
}

/// The cache: `$SHADOW_LAB_CACHE`, else `$XDG_CACHE_HOME/shadow/lab`, else `~/.cache/shadow/lab`.
pub fn root() -> Result<PathBuf> {
    let named = std::env::var_os("SHADOW_LAB_CACHE").filter(|v| !v.is_empty());
    if let Some(dir) = named {
        return Ok(dir.into());
    }
    let cache = shadow_files::own::cache();
    let cache = cache.ok_or_else(|| LabError::new("HOME is not set: set SHADOW_LAB_CACHE"))?;
    Ok(cache.join("lab"))
}

/// Installs a version unless the cache has it, and says how to start it. It is installed beside its place and moved
/// there when whole, so that neither an install that was cut short nor one that still runs is taken for a version.
pub fn install(provider: Provider, version: Version) -> Result<Installed> {
    let dir = root()?.join(provider.name()).join(version.to_string());
    if let Some(argv) = entry(provider, &dir) {
        return Ok(Installed { dir, argv });
    }
    let beside = |end: &str| dir.with_file_name(format!("{version}.{end}"));
    let (lock, part) = (beside("lock"), beside("part"));
    fs::create_dir_all(dir.parent().unwrap_or(&dir)).context(dir.display())?;
    let lock = File::create(&lock).context(lock.display())?;
    lock.lock().context("a lock on the cache")?;
    if let Some(argv) = entry(provider, &dir) {
        return Ok(Installed { dir, argv });
    }
    clear(&part)?;
    fs::create_dir_all(&part).context(part.display())?;
    npm(provider, version, &part)?;
    let argv = entry(provider, &part);
    let argv = argv.ok_or_else(|| {
        LabError::new(format!(
            "{provider} {version}: nothing to run in {}",
            part.display()
        ))
    })?;
    clear(&dir)?;
    fs::rename(&part, &dir).context(dir.display())?;
    Ok(Installed { dir, argv })
}

/// Removes a version from the cache.
pub fn remove(provider: Provider, version: Version) -> Result<()> {
    clear(&root()?.join(provider.name()).join(version.to_string()))
}

fn clear(dir: &Path) -> Result<()> {
    match dir.exists() {
        true => fs::remove_dir_all(dir).context(dir.display()),
        false => Ok(()),
    }
}

fn npm(provider: Provider, version: Version, dir: &Path) -> Result<()> {
    let package = format!("{}@{version}", provider.package());
    eprintln!("shadow: npm fetches {package}, which can take a minute");
    let output = Command::new("npm")
        .args([
            "install",
            "--loglevel=error",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
        ])
        .arg("--prefix")
        .arg(dir)
        .arg(&package)
        .stdin(Stdio::null())
        .output()
        .context("npm (is node installed?)")?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let reason = reason(&said);
    Err(LabError::new(format!("npm install {package}: {reason}")))
}

/// Lines of npm's reason that are repeated.
const REASON: usize = 3;

/// Why npm failed, by what it says: its first lines, without its own name before each and the place of its log.
fn reason(said: &str) -> String {
    let lines = said.lines().map(|line| {
        let bare = ["npm error", "npm ERR!"]
            .into_iter()
            .find_map(|name| line.strip_prefix(name));
        bare.unwrap_or(line).trim()
    });
    let detail = ["syscall ", "errno ", "type "];
    let says = |line: &&str| {
        let is_detail = detail.iter().any(|start| line.starts_with(start));
        !is_detail && line.contains(|c: char| c.is_alphabetic())
    };
    let told = lines.filter(|line| says(line) && !line.contains("log of this run"));
    let told: Vec<&str> = told.take(REASON).collect();
    match told.is_empty() {
        true => "it gives no reason; run that command to see more".to_owned(),
        false => told.join("; "),
    }
}

fn entry(provider: Provider, dir: &Path) -> Option<Vec<String>> {
    let (short, long) = match std::env::consts::ARCH {
        "aarch64" => ("arm64", "aarch64"),
        _ => ("x64", "x86_64"),
    };
    let triple = format!("{long}-unknown-linux-musl");
    let candidates = match provider {
        Provider::Claude => vec![
            format!("@anthropic-ai/claude-code-linux-{short}/claude"),
            "@anthropic-ai/claude-code/cli.js".to_owned(),
        ],
        Provider::Codex => vec![
            format!("@openai/codex-linux-{short}/vendor/{triple}/bin/codex"),
            format!("@openai/codex-linux-{short}/vendor/{triple}/codex/codex"),
            format!("@openai/codex/vendor/{triple}/bin/codex"),
            format!("@openai/codex/vendor/{triple}/codex/codex"),
            format!("@openai/codex/bin/codex-{triple}"),
        ],
    };
    let mut files = candidates.iter().map(|file| format!("node_modules/{file}"));
    let file = files.find(|file| dir.join(file).is_file())?;
    let node = file.ends_with(".js").then(|| "node".to_owned());
    Some(node.into_iter().chain([file]).collect())
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn what_npm_says_is_told_without_its_log() {
        let said = "npm error code E404\nnpm error 404 Not Found - GET https://example.org/x\nnpm error 404\n\
                    npm error 404  'x@9.9.9' is not in this registry.\n\
                    npm error A complete log of this run can be found in: /home/user/.npm/_logs/x.log\n";
        assert_eq!(
            reason(said),
            "code E404; 404 Not Found - GET https://example.org/x; 404  'x@9.9.9' is not in this registry."
        );
        let refused = "npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error errno ECONNREFUSED\n\
                       npm error FetchError: request to http://127.0.0.1:9/x failed\n";
        assert_eq!(
            reason(refused),
            "code ECONNREFUSED; FetchError: request to http://127.0.0.1:9/x failed"
        );
        assert_eq!(reason("npm ERR! network down"), "network down");
        assert!(reason("\n").contains("gives no reason"));
    }
}
