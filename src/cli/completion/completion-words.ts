import type { Command, Option } from 'commander';

/** Values of flags whose declarations do not list them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

export interface CompletedFlag {
  /** `--format`, and `-f` where there is one. */
  readonly names: readonly string[];
  readonly about: string;
  /** `none`: it takes no value; `other`: one that cannot be told, such as a date. */
  readonly takes: 'none' | 'file' | 'other' | readonly string[];
}

/** Words that can follow a command, or the program's name alone. */
export interface CompletedCommand {
  /** `catalogue import`; empty for the program itself. */
  readonly path: string;
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  /** Names of commands below, and of what it is asked for. */
  readonly values: readonly string[];
  readonly takesFiles: boolean;
}

/** All commands of a program, the program itself first; without a command its default one is meant. */
export function completedCommands(program: Command, known: KnownValues): readonly CompletedCommand[] {
  const scan = program.commands.find((command) => command.name() === 'scan');
  const own: CompletedCommand = {
    path: '',
    about: '',
    flags: [
      ...flagsOf(scan?.options ?? [], known),
      { names: ['--version', '-V'], about: 'print the version', takes: 'none' },
    ],
    values: [...program.commands.map((command) => command.name()), 'help'],
    takesFiles: true,
  };
  const help: CompletedCommand = {
    path: 'help',
    about: 'print the help of a command',
    flags: [],
    values: program.commands.map((command) => command.name()),
    takesFiles: false,
  };
  return [own, ...program.commands.flatMap((command) => below(command, '', known)), help];
}

function below(command: Command, parent: string, known: KnownValues): readonly CompletedCommand[] {
  const path = `${parent} ${command.name()}`.trim();
  const asked = command.registeredArguments;
  return [
    {
      path,
      about: command.summary() || command.description(),
      flags: flagsOf(command.options, known),
      values: [
        ...command.commands.map((one) => one.name()),
        ...asked.flatMap((argument) => argument.argChoices ?? []),
        ...(known[path] ?? []),
      ],
      takesFiles: asked.some(({ argChoices }) => argChoices === undefined),
    },
    ...command.commands.flatMap((one) => below(one, path, known)),
  ];
}

function flagsOf(options: readonly Option[], known: KnownValues): readonly CompletedFlag[] {
  const flags = options
    .filter(({ hidden }) => !hidden)
    .map((option): CompletedFlag => ({
      names: [option.long, option.short].flatMap((name) => name ?? []),
      about: option.description,
      takes: valuesOf(option, known),
    }));
  return [...flags, { names: ['--help', '-h'], about: 'print help', takes: 'none' }];
}

function valuesOf({ argChoices, long, flags, required, optional }: Option, known: KnownValues): CompletedFlag['takes'] {
  if (!required && !optional) return 'none';
  return argChoices ?? known[long ?? ''] ?? (/<(?:files?|folder|glob)\b/.test(flags) ? 'file' : 'other');
}
