import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Words {
  readonly name: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** Words that may follow, such as the names of schemas or of commands below. */
  readonly values: readonly string[];
}

/** A script that completes the commands and flags of a program, made from their declarations. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    about: command.summary() === '' ? command.description() : command.summary(),
    options: command.options.filter((option) => !option.hidden),
    values: [
      ...command.commands.map((below) => below.name()),
      ...command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    ],
  }));
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

function flagsOf({ options }: Words): readonly string[] {
  return [...options.flatMap((option) => option.long ?? []), '--help'];
}

function bash(commands: readonly Words[]): string {
  const choices = [
    ...new Map(
      commands
        .flatMap(({ options }) => options)
        .flatMap((option) =>
          option.long == null || option.argChoices === undefined ? [] : [[option.long, option.argChoices] as const],
        ),
    ),
  ];
  const withValue = [
    ...new Set(
      commands
        .flatMap(({ options }) => options)
        .flatMap((option) =>
          option.long != null && option.required && option.argChoices === undefined ? [option.long] : [],
        ),
    ),
  ];
  return `# Completion of sunset-lint for bash. Load it with: source <(sunset-lint completion bash)
_sunset_lint() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=''
  COMPREPLY=()
  case $previous in
${choices.map(([name, values]) => `    ${name}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`).join('\n')}
    ${withValue.join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} help --help --version' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map((command) => `    ${command.name}) words='${[...flagsOf(command), ...command.values].join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case $current in
    -*) ;;
    *) COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _sunset_lint sunset-lint
`;
}

function fish(commands: readonly Words[]): string {
  const lines = commands.flatMap(({ name, about, options, values }) => {
    const here = `complete -c sunset-lint -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c sunset-lint -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
      ...values.map((value) => `${here} -f -a ${value}`),
      ...options.flatMap((option) => {
        if (option.long == null) return [];
        const value =
          option.argChoices !== undefined
            ? ` -x -a ${quote(option.argChoices.join(' '))}`
            : option.required
              ? ' -r'
              : '';
        return [`${here} -l ${option.long.slice(2)}${value} -d ${quote(option.description)}`];
      }),
    ];
  });
  return `# Completion of sunset-lint for fish. Save it as ~/.config/fish/completions/sunset-lint.fish\n${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
