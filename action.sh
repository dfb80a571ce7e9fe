#!/usr/bin/env bash
# The step of action.yml: installs the tool apart, scans, and gives the outputs. The inputs come as SUNSET_*, and are
# never part of a command's text, nor of a line of the log or of the outputs that could be read as another one.
set -euo pipefail

# No program but the one that writes the comment has it.
token=$SUNSET_TOKEN
export -n token
unset SUNSET_TOKEN

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Says something beside the step.
annotate() {
  local said=${2//'%'/%25}
  said=${said//$'\r'/%0D}
  printf '::%s title=sunset-lint::%s\n' "$1" "${said//$'\n'/%0A}"
}

# Ends with 2, and says why.
fail() {
  annotate error "$1"
  echo 'status=error' >> "$GITHUB_OUTPUT"
  exit 2
}

one_line() {
  case "$2" in *$'\n'* | *$'\r'*) fail "The input '$1' has to be one line." ;; esac
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
  *) fail "The input 'summary' has to be true or false." ;;
esac

case "$SUNSET_COMMENT" in
  true | false) ;;
  *) fail "The input 'comment' has to be true or false." ;;
esac

command -v node > /dev/null && command -v npm > /dev/null ||
  fail 'There is no Node.js here. Put a step before this one: uses: actions/setup-node@v4, with node-version: 22.'
node -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24 ? 0 : 1);
' || fail "Node.js $(node --version) is too old. Put a step before this one: uses: actions/setup-node@v4, with node-version: 22."
[ -z "$SUNSET_SINCE" ] || command -v git > /dev/null ||
  fail "There is no git here, and 'changed-since' needs it. Install git in the image of this job, or leave the input out."
cd -P .
workspace=$PWD
cd -- "$SUNSET_DIRECTORY" || fail "There is no folder '$SUNSET_DIRECTORY'."
# A commit may have put a link in the place of the folder.
case "$PWD/" in
  "$workspace"/*)
    case "$(pwd -P)/" in
      "$workspace"/*) ;;
      *) fail "The folder '$SUNSET_DIRECTORY' is a link out of the checkout. Name a folder that is not a link." ;;
    esac
    ;;
esac

# The tool is that of this action, even if there is a newer one: the package that it is a part of, or the one of its version.
program=$here/dist/program/main.cjs
if [ -n "$SUNSET_PACKAGE" ] || [ ! -f "$program" ]; then
  package=${SUNSET_PACKAGE:-sunset-lint@$(node -p 'require(process.argv[1]).version' "$here/package.json")}
  # Installed apart: neither the project's own packages nor its lock file are touched.
  tool=$(mktemp -d "${RUNNER_TEMP:-/tmp}/sunset-lint-XXXXXX")
  npm install --prefix "$tool" --no-audit --no-fund --no-save --ignore-scripts --loglevel=error -- "$package" ||
    fail "npm could not install $package; its words are above."
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
  # Of the whole: code scanning closes the alerts that an upload leaves out, and compares by itself.
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
  said=$(SUNSET_TOKEN=$token node "$here/templates/post-comment.mjs" "$text" 2>&1) && echo "$said" ||
    annotate warning "$said"
fi
exit "$code"
