//! The ways in which people start a CLI.

/// A way to start a CLI.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// Its name.
    pub name: &'static str,
    /// The program that it needs.
    pub needs: &'static str,
    /// A script of bash that is given the CLI's command line, behind [`COMMON`].
    pub script: &'static str,
    /// Whether it runs as another user: it is typed to with `--force` only.
    pub is_foreign: bool,
}

/// What the scripts share.
///
/// `package` sets the package up as npm does, whose own step after the install the cache leaves out; `behind` keeps of a
/// command line what follows the CLI's own file; `vars` is the environment, a word each.
pub const COMMON: &str = r#"
cli=/home/user/.local/lib/cli
mapfile -d '' vars < <(env -0)
package() {
  cp -as $cli /tmp/package
  rm -r /tmp/package/node_modules/.bin; cp -a $cli/node_modules/.bin /tmp/package/node_modules
  for main in node_modules/@anthropic-ai/claude-code node_modules/@openai/codex; do
    [ -d $cli/$main ] || continue
    rm -r /tmp/package/$main; cp -a $cli/$main /tmp/package/$main
    main=/tmp/package/$main
    [ ! -e $main/install.cjs ] || node $main/install.cjs >/dev/null
  done
  name=$(ls /tmp/package/node_modules/.bin | grep -Fx -e claude -e codex)
}
behind() {
  while [ $# -gt 0 ]; do
    one=$1; shift
    case $one in *cli.js|*/claude|*/codex|*-musl) break;; esac
  done
  args=("$@")
}
"#;

const fn way(name: &'static str, needs: &'static str, script: &'static str) -> Way {
    Way {
        name,
        needs,
        script,
        is_foreign: false,
    }
}

const fn foreign(name: &'static str, needs: &'static str, script: &'static str) -> Way {
    Way {
        is_foreign: true,
        ..way(name, needs, script)
    }
}

/// All ways.
pub const WAYS: [Way; 22] = [
    way("direct", "sh", r#"exec "$@""#),
    way("wrapper-script", "sh", r#""$@"; exit $?"#),
    way(
        "bash",
        "bash",
        r#"exec bash --norc -i -c '"$@"; exit' bash "$@""#,
    ),
    way("zsh", "zsh", r#"exec zsh -f -i -c '"$@"; exit' zsh "$@""#),
    way(
        "fish",
        "fish",
        r#"exec fish --no-config -i -c '$argv; exit' "$@""#,
    ),
    way(
        "exec-in-shell",
        "bash",
        r#"exec bash --norc -i -c 'exec "$@"' bash "$@""#,
    ),
    way(
        "npx",
        "npx",
        r#"package; behind "$@"; exec npx --no-install --offline --prefix /tmp/package $name "${args[@]}""#,
    ),
    way(
        "npm-link",
        "node",
        r#"package; behind "$@"; PATH=/tmp/package/node_modules/.bin:$PATH; exec $name "${args[@]}""#,
    ),
    way(
        "node",
        "node",
        r#"package; behind "$@"; file=$(readlink -f /tmp/package/node_modules/.bin/$name)
           wrapper=/tmp/package/node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs
           [ ! -e $wrapper ] || file=$wrapper
           exec node $file "${args[@]}""#,
    ),
    way("env", "env", r#"exec env -i "${vars[@]}" "$@""#),
    way(
        "nice",
        "nice",
        r#"exec nice -n 5 ionice -c 3 timeout --foreground 900 "$@""#,
    ),
    way("setsid", "setsid", r#"exec setsid -c -w "$@""#),
    way(
        "script",
        "script",
        r#"exec script -qec "$(printf '%q ' "$@")" /dev/null"#,
    ),
    way(
        "python-pty",
        "python3",
        r#"read -r rows cols < <(stty size)
           exec python3 -c 'import pty,sys; pty.spawn(sys.argv[1:])' \
             sh -c "stty rows $rows cols $cols; exec \"\$@\"" sh "$@""#,
    ),
    way(
        "expect",
        "expect",
        r#"echo 'spawn -noecho {*}$argv; interact' >/tmp/start.exp; exec expect /tmp/start.exp "$@""#,
    ),
    foreign(
        "sudo",
        "sudo",
        r#"chmod -R a+rwX /home/user/.??* /home/user/project 2>/dev/null; chmod a+rwx /home/user
           exec sudo -u nobody env "${vars[@]}" "$@""#,
    ),
    way(
        "ssh",
        "sshd",
        r#"mkdir -p /run/sshd /tmp/ssh
           for key in host user; do ssh-keygen -q -t ed25519 -N '' -f /tmp/ssh/$key; done
           $(command -v sshd || echo /usr/sbin/sshd) -f /dev/null -p 2222 -h /tmp/ssh/host -o ListenAddress=127.0.0.1 \
             -o PidFile=none -o UsePAM=no -o StrictModes=no -o AuthorizedKeysFile=/tmp/ssh/user.pub
           exec ssh -tt -q -F /dev/null -p 2222 -i /tmp/ssh/user -o StrictHostKeyChecking=no \
             -o UserKnownHostsFile=/dev/null $(id -un)@127.0.0.1 \
             "cd $PWD && exec env -i $(printf '%q ' "${vars[@]}" "$@")""#,
    ),
    way(
        "own-namespace",
        "unshare",
        r#"exec unshare --pid --mount --fork --mount-proc "$@""#,
    ),
    way(
        "entered-namespace",
        "nsenter",
        r#"setsid unshare --pid --mount --fork --mount-proc sleep 3600 <&- >/dev/null 2>&1 &
           until read -r first </proc/$!/task/$!/children; [ -n "$first" ]; do sleep 0.1; done
           exec nsenter -t $first -p -m -- sh -c 'cd "$0" && exec "$@"' "$PWD" "$@""#,
    ),
    way(
        "tmux-in-tmux",
        "tmux",
        r#"exec tmux -S /tmp/inner -f /dev/null new-session "$@""#,
    ),
    way(
        "tmux-in-tmux-bare",
        "tmux",
        r#"exec tmux -S /tmp/inner -f /dev/null new-session "$@" ';' set status off"#,
    ),
    way("shadow-run", "sh", r#"exec /tmp/lab run -- "$@""#),
];
