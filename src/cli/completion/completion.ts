import type { Command } from 'commander';
import { completedCommands } from './completion-words.js';
import type { CompletedCommand, CompletedFlag, KnownValues } from './completion-words.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * A script that completes the commands and flags of a program, made from their declarations. `known`: what these do not
 * say, by flag or by command.
 */
export function completionScript(program: Command, shell: Shell, known: KnownValues): string {
  const commands = completedCommands(program, known);
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      // zsh reads scripts of bash; it shows descriptions nowhere else either.
      return `#compdef sunset-lint\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case 'fish':
      return fish(commands);
  }
}

function bash(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  const values = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, takes }) => {
      if (takes === 'none') return [];
      const place = names.map((name) => `'${path}:${name}'`).join('|');
      if (takes === 'other') return [`    ${place}) return ;;`];
      const offered = takes === 'file' ? '-f' : `-W '${takes.join(' ')}'`;
      return [`    ${place}) COMPREPLY=($(compgen -P "$prefix" ${offered} -- "$current")); return ;;`];
    }),
  );
  const words = commands.map(
    ({ path, flags, values: own, takesFiles }) =>
      `    '${path}') words='${own.join(' ')}' flags='${flags.flatMap(({ names }) => names[0] ?? []).join(' ')}' files=${takesFiles ? 1 : 0} ;;`,
  );
  return `# Completion of sunset-lint for bash. Load it with: source <(sunset-lint completion bash)
_sunset_lint() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command='' words='' flags='' files=0 prefix='' index=1 longer
  COMPREPLY=()
  # In bash '=' is a word of its own, in zsh it is not.
  if [[ "$current" == '=' ]]; then
    current=''
  elif [[ "$previous" == '=' ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [[ "$current" == --*=* ]]; then
    previous="\${current%%=*}"
    prefix="$previous="
    current="\${current#*=}"
  fi
  while [[ $index -lt $COMP_CWORD ]]; do
    longer="\${command:+$command }\${COMP_WORDS[index]}"
    case "$longer" in
    ${paths.join('|')}) command="$longer" ;;
    *) break ;;
    esac
    index=$((index + 1))
  done
  case "$command:$previous" in
${values.join('\n')}
  esac
  case "$command" in
${words.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *)
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      if [[ $files -eq 1 ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
      ;;
  esac
}
complete -o filenames -F _sunset_lint sunset-lint
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const names = (parent: string): readonly string[] =>
    commands.flatMap(({ path }) => {
      const name = parent === '' ? path : path.startsWith(`${parent} `) ? path.slice(parent.length + 1) : '';
      return name === '' || name.includes(' ') ? [] : [name];
    });
  const conditionOf = (path: string): string => {
    const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
    const under = names(path);
    // Without a command a scan is meant.
    if (path === '') return `not __fish_seen_subcommand_from ${under.join(' ')}`;
    return [...seen, ...(under.length === 0 ? [] : [`not __fish_seen_subcommand_from ${under.join(' ')}`])].join(
      '; and ',
    );
  };
  const lines = commands.flatMap(({ path, flags, values, takesFiles }) => {
    const here = `complete -c sunset-lint -n ${quote(conditionOf(path))}`;
    return [
      ...values.map((value) => {
        const about = commands.find((command) => command.path === `${path} ${value}`.trim())?.about;
        return `${here} -a ${value}${about === undefined ? '' : ` -d ${quote(about)}`}`;
      }),
      ...(takesFiles ? [`${here} -F`] : []),
      ...flags.map((flag) => `${here}${fishFlag(flag)}`),
    ];
  });
  return `# Completion of sunset-lint for fish. Save it as ~/.config/fish/completions/sunset-lint.fish\ncomplete -c sunset-lint -f\n${lines.join('\n')}\n`;
}

function fishFlag({ names, about, takes }: CompletedFlag): string {
  const spelled = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const value =
    takes === 'none'
      ? ''
      : takes === 'file'
        ? ' -r -F'
        : takes === 'other'
          ? ' -x'
          : ` -x -a ${quote(takes.join(' '))}`;
  return `${spelled.join('')}${value} -d ${quote(about)}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
