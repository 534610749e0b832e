#!/usr/bin/env bash
# Copies the sources of bzip2 1.0.8 to a folder that does not exist yet. They are part of the crate bzip2-sys, so cargo can fetch them.
set -euo pipefail
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
cat >"$package/Cargo.toml" <<'EOF'
[package]
name = "fetch"
edition = "2024"
[lib]
path = "Cargo.toml"
[dependencies]
bzip2-sys = "=0.1.13+1.0.8"
EOF
cargo vendor --quiet --manifest-path "$package/Cargo.toml" "$package/vendor" >/dev/null
cp -r "$package/vendor/bzip2-sys/bzip2-1.0.8" "$1"
