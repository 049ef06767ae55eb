class ShadowTui < Formula
  desc "Watch Claude Code and Codex in your terminal"
  homepage "https://github.com/shadow-tui/shadow"
  version "VERSION"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/shadow-tui/shadow/releases/download/vVERSION/shadow-VERSION-aarch64-apple-darwin.tar.gz"
      sha256 "SUM_aarch64-apple-darwin"
    end
    on_intel do
      url "https://github.com/shadow-tui/shadow/releases/download/vVERSION/shadow-VERSION-x86_64-apple-darwin.tar.gz"
      sha256 "SUM_x86_64-apple-darwin"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/shadow-tui/shadow/releases/download/vVERSION/shadow-VERSION-aarch64-unknown-linux-musl.tar.gz"
      sha256 "SUM_aarch64-unknown-linux-musl"
    end
    on_intel do
      url "https://github.com/shadow-tui/shadow/releases/download/vVERSION/shadow-VERSION-x86_64-unknown-linux-musl.tar.gz"
      sha256 "SUM_x86_64-unknown-linux-musl"
    end
  end

  depends_on "tmux" => :recommended

  def install
    bin.install "shadow"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/shadow.bash" => "shadow"
    zsh_completion.install "completions/_shadow"
    fish_completion.install "completions/shadow.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/shadow --version")
  end
end
