#!/bin/sh
# Installs shadow for you alone: curl -fsSL https://github.com/shadow-tui/shadow/releases/latest/download/install.sh | sh
#
# SHADOW_BIN     the folder for the command [default: ~/.local/bin]
# SHADOW_FROM    where the tarballs and their sums are: a URL [default: the latest release]
# SHADOW_TARGET  the platform (x86_64-unknown-linux-gnu) [default: this machine's]
set -eu

from="${SHADOW_FROM:-https://github.com/shadow-tui/shadow/releases/latest/download}"
into="${SHADOW_BIN:-$HOME/.local/bin}"

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

target() {
    case "$(uname -m)" in
    x86_64 | amd64) cpu=x86_64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) fail "there is no build for $(uname -m): build it with cargo, see docs/install.md" ;;
    esac
    case "$(uname -s)" in
    Linux) echo "$cpu-unknown-linux-musl" ;;
    Darwin) echo "$cpu-apple-darwin" ;;
    *) fail "there is no build for $(uname -s)" ;;
    esac
}

get() {
    if command -v curl >/dev/null; then
        curl -fsSL "$1" -o "$2"
    elif command -v wget >/dev/null; then
        wget -qO "$2" "$1"
    else
        fail "install curl or wget, then run this again"
    fi || fail "cannot get $1"
}

sum_of() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

main() {
    wanted="${SHADOW_TARGET:-$(target)}"
    work="$(mktemp -d)"
    trap 'rm -rf "$work"' EXIT
    get "$from/SHA256SUMS" "$work/sums"
    line="$(grep -E "^[0-9a-f]{64}  shadow-[0-9][^ /]*-$wanted\.tar\.gz\$" "$work/sums" | head -n 1)" ||
        fail "the release has no build for $wanted"
    file="${line#*  }"
    get "$from/$file" "$work/$file"
    [ "$(sum_of "$work/$file")" = "${line%% *}" ] || fail "$file is not what its sum says: nothing is installed"
    tar -xzf "$work/$file" -C "$work"
    mkdir -p "$into"
    # Renamed into place: a running shadow keeps its own file.
    cp "$work/${file%.tar.gz}/shadow" "$into/.shadow.new"
    chmod 755 "$into/.shadow.new"
    mv "$into/.shadow.new" "$into/shadow"
    echo "installed $("$into/shadow" --version) in $into"
    case ":$PATH:" in
    *":$into:"*) ;;
    *) echo "add $into to your PATH" ;;
    esac
    echo "see it work: shadow demo"
}

main
