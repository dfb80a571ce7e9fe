#!/usr/bin/env bash
# Step of action.yml: installs the tool outside of the project, scans, and writes the outputs. Inputs are passed as
# variables SUNSET_*. They never become shell code, and cannot inject lines into the log or the outputs.
set -euo pipefail

# Only the program that writes the comment gets the token.
token=$SUNSET_TOKEN
export -n token
unset SUNSET_TOKEN

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Prints an annotation of the run: annotate error|warning TEXT
annotate() {
  local message=${2//'%'/%25}
  message=${message//$'\r'/%0D}
  printf '::%s title=sunset-lint::%s\n' "$1" "${message//$'\n'/%0A}"
}

# Ends the step with exit code 2 and an annotation.
fail() {
  annotate error "$1"
  echo 'status=error' >> "$GITHUB_OUTPUT"
  exit 2
}

one_line() {
  case "$2" in *$'\n'* | *$'\r'*) fail "The input '$1' must be one line." ;; esac
}

one_line working-directory "$SUNSET_DIRECTORY"
one_line config "$SUNSET_CONFIG"
one_line baseline "$SUNSET_BASELINE"
one_line changed-since "$SUNSET_SINCE"
one_line fail-on "$SUNSET_FAIL_ON"
one_line min-confidence "$SUNSET_MIN_CONFIDENCE"
one_line sarif "$SUNSET_SARIF"
one_line package "$SUNSET_PACKAGE"
case "$SUNSET_SUMMARY" in
  true) ;;
  false) unset GITHUB_STEP_SUMMARY ;;
  *) fail "The input 'summary' must be true or false." ;;
esac

case "$SUNSET_COMMENT" in
  true | false) ;;
  *) fail "The input 'comment' must be true or false." ;;
esac

command -v node > /dev/null && command -v npm > /dev/null ||
  fail 'Node.js is not installed. Add a step before this one: uses: actions/setup-node@v4, with node-version: 22.'
node -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24 ? 0 : 1);
' || fail "Node.js $(node --version) is too old. Add a step before this one: uses: actions/setup-node@v4, with node-version: 22."
[ -z "$SUNSET_SINCE" ] || command -v git > /dev/null ||
  fail "git is not installed, and 'changed-since' needs it. Install git in the image of this job, or remove the input."
cd -P .
workspace=$PWD
cd -- "$SUNSET_DIRECTORY" || fail "There is no folder '$SUNSET_DIRECTORY'."
# A commit may have replaced the folder by a symbolic link.
case "$PWD/" in
  "$workspace"/*)
    case "$(pwd -P)/" in
      "$workspace"/*) ;;
      *) fail "The folder '$SUNSET_DIRECTORY' is a symbolic link to a place outside the checkout. Use a folder that is not a link." ;;
    esac
    ;;
esac

# Uses the version of this action, even if there is a newer one: the package that contains this file, or the published
# package of the same version.
program=$here/dist/program/main.cjs
if [ -n "$SUNSET_PACKAGE" ] || [ ! -f "$program" ]; then
  package=${SUNSET_PACKAGE:-sunset-lint@$(node -p 'require(process.argv[1]).version' "$here/package.json")}
  # In a folder of its own, so that the packages and the lock file of the project do not change.
  tool=$(mktemp -d "${RUNNER_TEMP:-/tmp}/sunset-lint-XXXXXX")
  npm install --prefix "$tool" --no-audit --no-fund --no-save --ignore-scripts --loglevel=error -- "$package" ||
    fail "npm could not install $package; its output is above."
  program=$tool/node_modules/sunset-lint/dist/program/main.cjs
fi

lines_of() {
  lines=()
  while IFS= read -r line; do
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<< "${1//$'\r'/}"
}
lines_of "$SUNSET_PATHS"
paths=(${lines[@]+"${lines[@]}"})
lines_of "$SUNSET_ARGS"
flags=(${lines[@]+"${lines[@]}"} --no-config-code)
if [ -n "$SUNSET_CONFIG" ]; then flags+=("--config=$SUNSET_CONFIG"); fi
if [ -n "$SUNSET_BASELINE" ]; then flags+=("--baseline=$SUNSET_BASELINE"); fi
if [ -n "$SUNSET_FAIL_ON" ]; then flags+=("--fail-on=$SUNSET_FAIL_ON"); fi
if [ -n "$SUNSET_MIN_CONFIDENCE" ]; then flags+=("--min-confidence=$SUNSET_MIN_CONFIDENCE"); fi

scan() {
  node "$program" scan "${flags[@]}" "$@" -- ${paths[@]+"${paths[@]}"}
}

sarif=()
if [ -n "$SUNSET_SARIF" ]; then sarif=("--format=sarif=$SUNSET_SARIF" --omit-suppressed); fi
if [ -n "$SUNSET_SARIF" ] && [ -n "$SUNSET_SINCE" ]; then
  # A report of all findings, because code scanning closes the alerts that are missing in an upload.
  scan "${sarif[@]}" --fail-on=never --quiet ||
    fail 'The scan for the SARIF report failed; its output is above.'
  sarif=()
fi
since=()
if [ -n "$SUNSET_SINCE" ]; then since=("--changed-since=$SUNSET_SINCE"); fi
comment=()
if [ "$SUNSET_COMMENT" = true ]; then
  text=$(mktemp -d "${RUNNER_TEMP:-/tmp}/sunset-comment-XXXXXX")/comment.md
  comment=("--format=github-comment=$text")
fi
code=0
scan --format=github ${comment[@]+"${comment[@]}"} ${sarif[@]+"${sarif[@]}"} ${since[@]+"${since[@]}"} || code=$?
if [ "$code" -gt 1 ]; then echo 'status=error' >> "$GITHUB_OUTPUT"; fi
if [ -n "$SUNSET_SARIF" ] && [ -f "$SUNSET_SARIF" ]; then
  printf 'sarif=%s\n' "$(node -p 'path.resolve(process.argv[1])' -- "$SUNSET_SARIF")" >> "$GITHUB_OUTPUT"
fi
# The gate applies whether or not the comment could be written.
if [ "$SUNSET_COMMENT" = true ] && [ -f "$text" ]; then
  message=$(SUNSET_TOKEN=$token node "$here/templates/post-comment.mjs" "$text" 2>&1) && echo "$message" ||
    annotate warning "$message"
fi
exit "$code"
