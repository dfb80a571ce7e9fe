import { Argument } from 'commander';
import { loadCatalogue } from '../../../knowledge/catalogue/load.js';
import { packagedApis } from '../../../knowledge/catalogue/packaged.js';
import { FORMATS } from '../../../report/formats.js';
import type { CommandRun } from '../shared/io.js';
import type { Command, Option } from 'commander';

const HELP = `
Examples:
  source <(sunset-lint completion bash)                         in ~/.bashrc
  sunset-lint completion zsh > "\${fpath[1]}/_sunset-lint"
  sunset-lint completion fish > ~/.config/fish/completions/sunset-lint.fish`;

/** Declares `completion`: prints a script for a shell. */
export function declareCompletion(command: Command, { io }: CommandRun): Command {
  return command
    .description('Print a script that completes commands and flags in a shell.')
    .addArgument(new Argument('<shell>', 'for which shell').choices([...SHELLS]))
    .addHelpText('after', HELP)
    .action((shell: Shell) => io.out(completionScript(command.parent ?? command, shell, knownValues())));
}

/** Returns values that the declarations of flags and commands do not list. */
function knownValues(): KnownValues {
  const ids = loadCatalogue().deprecations.map(({ id }) => id);
  return {
    '--format': Object.keys(FORMATS),
    '--api': packagedApis(),
    explain: ids,
  };
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/**
 * Generates a completion script from the declarations of commands and flags. `known`: values that the declarations do
 * not list, by flag or command.
 */
function completionScript(program: Command, shell: Shell, known: KnownValues): string {
  const commands = commandCompletions(program, known);
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      // zsh can run completion scripts of bash, which have no descriptions.
      return `#compdef sunset-lint\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
    case 'fish':
      return fishScript(commands);
  }
}

function bashScript(commands: readonly CommandCompletion[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  const valueCases = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, valueKind }) => {
      if (valueKind === 'none') return [];
      const patterns = names.map((name) => `'${path}:${name}'`).join('|');
      if (valueKind === 'other') return [`    ${patterns}) return ;;`];
      const compgenOptions = valueKind === 'file' ? '-f' : `-W '${valueKind.join(' ')}'`;
      return [`    ${patterns}) COMPREPLY=($(compgen -P "$prefix" ${compgenOptions} -- "$current")); return ;;`];
    }),
  );
  const commandCases = commands.map(
    ({ path, flags, values, takesFiles }) =>
      `    '${path}') words='${values.join(' ')}' flags='${flags.flatMap(({ names }) => names[0] ?? []).join(' ')}' files=${takesFiles ? 1 : 0} ;;`,
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
${valueCases.join('\n')}
  esac
  case "$command" in
${commandCases.join('\n')}
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

function fishScript(commands: readonly CommandCompletion[]): string {
  const subcommandsOf = (parent: string): readonly string[] =>
    commands.flatMap(({ path }) => {
      const name = parent === '' ? path : path.startsWith(`${parent} `) ? path.slice(parent.length + 1) : '';
      return name === '' || name.includes(' ') ? [] : [name];
    });
  const conditionOf = (path: string): string => {
    const conditions = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
    const subcommands = subcommandsOf(path);
    // Without a command, the program scans.
    if (path === '') return `not __fish_seen_subcommand_from ${subcommands.join(' ')}`;
    return [
      ...conditions,
      ...(subcommands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`]),
    ].join('; and ');
  };
  const lines = commands.flatMap(({ path, flags, values, takesFiles }) => {
    const commandPrefix = `complete -c sunset-lint -n ${quote(conditionOf(path))}`;
    return [
      ...values.map((value) => {
        const description = commands.find((command) => command.path === `${path} ${value}`.trim())?.description;
        return `${commandPrefix} -a ${value}${description === undefined ? '' : ` -d ${quote(description)}`}`;
      }),
      ...(takesFiles ? [`${commandPrefix} -F`] : []),
      ...flags.map((flag) => `${commandPrefix}${fishFlag(flag)}`),
    ];
  });
  return `# Completion of sunset-lint for fish. Save it as ~/.config/fish/completions/sunset-lint.fish\ncomplete -c sunset-lint -f\n${lines.join('\n')}\n`;
}

function fishFlag({ names, description, valueKind }: FlagCompletion): string {
  const spellings = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const value =
    valueKind === 'none'
      ? ''
      : valueKind === 'file'
        ? ' -r -F'
        : valueKind === 'other'
          ? ' -x'
          : ` -x -a ${quote(valueKind.join(' '))}`;
  return `${spellings.join('')}${value} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Values of flags whose declarations do not list them. */
type KnownValues = Readonly<Record<string, readonly string[]>>;

interface FlagCompletion {
  /** Long and short name: `--format`, `-f`. */
  readonly names: readonly string[];
  readonly description: string;
  /** `none`: no value; `other`: a value that cannot be listed, such as a date. */
  readonly valueKind: 'none' | 'file' | 'other' | readonly string[];
}

/** Words that can follow a command or the name of the program. */
interface CommandCompletion {
  /** Such as `catalogue import`; empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly flags: readonly FlagCompletion[];
  /** Names of subcommands and argument values. */
  readonly values: readonly string[];
  readonly takesFiles: boolean;
}

/** Lists the program itself, which runs `scan`, and all its commands. */
function commandCompletions(program: Command, known: KnownValues): readonly CommandCompletion[] {
  const scan = program.commands.find((command) => command.name() === 'scan');
  const programItself: CommandCompletion = {
    path: '',
    description: '',
    flags: [
      ...flagCompletions(scan?.options ?? [], known),
      { names: ['--version', '-V'], description: 'print the version', valueKind: 'none' },
    ],
    values: [...program.commands.map((command) => command.name()), 'help'],
    takesFiles: true,
  };
  const help: CommandCompletion = {
    path: 'help',
    description: 'print the help of a command',
    flags: [],
    values: program.commands.map((command) => command.name()),
    takesFiles: false,
  };
  return [programItself, ...program.commands.flatMap((command) => withSubcommands(command, '', known)), help];
}

function withSubcommands(command: Command, parent: string, known: KnownValues): readonly CommandCompletion[] {
  const path = `${parent} ${command.name()}`.trim();
  const args = command.registeredArguments;
  return [
    {
      path,
      description: command.summary() || command.description(),
      flags: flagCompletions(command.options, known),
      values: [
        ...command.commands.map((subcommand) => subcommand.name()),
        ...args.flatMap((argument) => argument.argChoices ?? []),
        ...(known[path] ?? []),
      ],
      takesFiles: args.some(({ argChoices }) => argChoices === undefined),
    },
    ...command.commands.flatMap((subcommand) => withSubcommands(subcommand, path, known)),
  ];
}

function flagCompletions(options: readonly Option[], known: KnownValues): readonly FlagCompletion[] {
  const flags = options
    .filter(({ hidden }) => !hidden)
    .map((option): FlagCompletion => ({
      names: [option.long, option.short].flatMap((name) => name ?? []),
      description: option.description,
      valueKind: valueKindOf(option, known),
    }));
  return [...flags, { names: ['--help', '-h'], description: 'print help', valueKind: 'none' }];
}

function valueKindOf(
  { argChoices, long, flags, required, optional }: Option,
  known: KnownValues,
): FlagCompletion['valueKind'] {
  if (!required && !optional) return 'none';
  return argChoices ?? known[long ?? ''] ?? (/<(?:files?|folder|glob)\b/.test(flags) ? 'file' : 'other');
}
