import { resolve } from 'node:path';
import type { CodeAction, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { escapeText } from '../../lib/escape-text.js';
import { ACCEPT } from './accept.js';
import type { ShownFile, ShownFinding } from './diagnostics.js';
import { exceptionFor } from './exception.js';
import { meets, TextPlaces } from './places.js';

const QUICK_FIX = 'quickfix';

export interface ActionInput {
  readonly uri: string;
  readonly shown: ShownFile;
  readonly range: Range;
  /** The folder that names of the report are relative to. */
  readonly root: string;
  /** Text of another file as it was scanned, by its name. */
  readonly textOf: (file: string) => string | undefined;
  /** The address under which the client has a file. */
  readonly uriOf: (path: string) => string;
  readonly accepts: boolean;
}

/** Code actions for the findings of a range: the exact change, an exception, an entry of the baseline. */
export async function codeActions(input: ActionInput): Promise<readonly CodeAction[]> {
  const { shown, range } = input;
  const actions: CodeAction[] = [];
  for (const found of shown.findings)
    if (found.diagnostic !== undefined && meets(found.range, range)) actions.push(...(await actionsOf(found, input)));
  return actions;
}

async function actionsOf(found: ShownFinding, input: ActionInput): Promise<readonly CodeAction[]> {
  const { finding, diagnostic } = found;
  const { uri, shown, accepts } = input;
  if (diagnostic === undefined) return [];
  const common = { kind: QUICK_FIX, diagnostics: [diagnostic] };
  const id = escapeText(finding.deprecation);
  const edit = exactEdit(found, input);
  const exception = await exceptionFor(found, shown);
  const at = { line: exception?.line ?? 0, character: 0 };
  return [
    ...(edit === undefined
      ? []
      : [{ ...common, title: escapeText(finding.suggestion?.title ?? ''), isPreferred: true, edit }]),
    ...(exception === undefined
      ? []
      : [
          {
            ...common,
            title: `Except this use of '${id}' with a comment`,
            edit: { changes: { [uri]: [{ range: { start: at, end: at }, newText: exception.text }] } },
          },
        ]),
    ...(accepts
      ? [
          {
            ...common,
            title: `Accept this use of '${id}' into the baseline`,
            command: { title: 'Accept into the baseline', command: ACCEPT, arguments: [uri, finding.fingerprint] },
          },
        ]
      : []),
  ];
}

function exactEdit({ finding }: ShownFinding, { root, shown, textOf, uriOf }: ActionInput): WorkspaceEdit | undefined {
  if (finding.suggestion === undefined) return undefined;
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, text } of finding.suggestion.edits) {
    // Of its own text there may be a newer answer than that of the last whole scan.
    const scanned = resolve(root, file) === shown.path ? shown.text : textOf(file);
    if (scanned === undefined) return undefined;
    const uri = uriOf(resolve(root, file));
    (changes[uri] ??= []).push({ range: new TextPlaces(scanned).rangeOf(range), newText: text });
  }
  return { changes };
}
