/** Programs whose words describe a request, and commands that a shell splits in two. */
const CLIENTS = new Set(['curl', 'wget', 'wget2', 'http', 'https', 'xh', 'xhs', 'curlie', 'gh']);

export function isClient(name: string): boolean {
  return CLIENTS.has(name);
}

/** The variable with the host that a program requests. */
const HOST_VARIABLES = new Map([['gh', 'GH_HOST']]);

export function hostVariable(name: string): string | undefined {
  return HOST_VARIABLES.get(name);
}

/** Commands that only mention other commands: they print, look up or install them. */
const SPEAKERS =
  /^(?:echo|printf|print|which|whereis|type|hash|man|help|info|alias|unalias|complete|compgen|apt|apt-get|apk|yum|dnf|brew|pacman|zypper|snap|port|pkg|choco|scoop|winget|npm|pip|pip3|asdf|mise|nix-env|dpkg|rpm|grep|egrep|rg|sed|awk|pgrep|pkill|killall|ps|test|\[|\[\[|for|have|has|exists|require\w*|need\w*|check\w*|ensure\w*|assert\w*|install\w*|log\w*|warn\w*|err\w*|die|fail|msg|note|say|success|debug|usage|command_exists|has_command|is_installed)$/i;

export function onlySpeaks(name: string): boolean {
  return SPEAKERS.test(name);
}

/** Commands without output of their own. */
const SILENT =
  /^(?:\[|\[\[|test|cd|:|true|false|return|exit|break|continue|shift|set|unset|read|sleep|wait|trap|kill|mkdir|rm|rmdir|mv|cp|ln|touch|chmod|chown|local|export|declare|typeset|readonly|source|\.|shopt|umask|ulimit|pushd|popd|exec|getopts|mapfile|readarray|let|alias|hash|bind|disown)$/;

/** Functions that usually print messages to people when their result is not used. */
const TELLERS =
  /^_*(?:log|info|warn|warning|error|err|debug|die|fail|success|note|msg|notice|fatal|abort|verbose)(?:_\w+)?$/i;

/** Commands that compare, print, search or transform text. */
const HANDLES = /^(?:\[|\[\[|test|e?grep|fgrep|rg|sed|awk|jq|tr|cut|echo|printf|print|say|usage|basename|dirname)$/;

/** Whether a command outside the script sends nothing, with any arguments. */
export function onlyHandles(name: string): boolean {
  return HANDLES.test(name) || TELLERS.test(name);
}

/** Whether a command outside the script has no relevant output. */
export function isSilent(name: string): boolean {
  return SILENT.test(name) || TELLERS.test(name);
}
