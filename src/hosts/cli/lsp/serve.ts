import { createHash } from 'node:crypto';
import type {
  CancellationToken,
  Connection,
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeParams,
  InitializeResult,
  WorkspaceDocumentDiagnosticReport,
  CodeAction,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { loadLibrary } from '../../../core/lib/late-library.js';
import { readTool } from '../../../core/package-files.js';
import { plainText } from '../../../core/lib/safe-output.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../../../core/model/language.js';
import type { CliIo } from '../shared/io.js';
import { ACCEPT_COMMAND } from './diagnostics.js';
import type { ShownFile, ShownFinding } from './diagnostics.js';
import { Documents, TextPlaces, rangeContains, overlaps, pathOfUri, readOptions, uriOfPath } from './client.js';
import { Folders } from './folders.js';
import type { FoldersInput } from './folders.js';
import { resolve } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import type { IsoDate } from '../../../core/model/deprecation.js';
import { escapeMarkdown, markdownMessage } from '../../../report/markdown-text.js';
import type { ReportFinding } from '../../../report/report.js';
import { isDated, isMistake } from '../../../report/severity.js';
import { distanceOf, endText, placeOf, replacementOf } from '../../../report/words.js';
import { parseDirective } from '../../../scan/directives/directive.js';
import { kindsOf } from '../../../scan/prepare-scan.js';
import { SourceStore } from '../../../scan/source-store.js';
import { TextReader } from '../../../files/read-text.js';

/** Serves a client until the connection ends. Returns a test of whether the client has requested the shutdown. */
export function serve(connection: Connection, io: CliIo): () => boolean {
  const { ErrorCodes, LSPErrorCodes, ResponseError } = loadLibrary('vscode-languageserver');
  const documents = new Documents();
  let folders: Folders | undefined;
  let client: InitializeParams['capabilities'] = {};
  let canRefresh = false;
  let isPullingDiagnostics = false;
  /** Whether the client reports changes of files on disk. */
  let isWatching = false;
  let isShutDown = false;
  const { console: log } = connection;
  const logMessage = (text: string): void => log.log(plainText(text));
  // A notification, because `showErrorMessage` is a request and waits for an answer.
  const showMessage = (type: 1 | 3, text: string): void =>
    send(connection.sendNotification('window/showMessage', { type, message: plainText(`sunset-lint: ${text}`) }));
  const reportProblem = (problem: string): void => {
    log.error(plainText(problem));
    showMessage(1, problem);
  };

  const uriOf = (path: string): string => documents.uriOf(path) ?? uriOfPath(path);
  const onScan: FoldersInput['onScan'] = (before, now, extent) => {
    const changedPaths = [...new Set([...before.keys(), ...now.keys()])].filter(
      (path) => resultIdOf(before.get(path)) !== resultIdOf(now.get(path)),
    );
    if (isPullingDiagnostics) {
      if (canRefresh && extent === 'full' && changedPaths.length > 0) send(connection.languages.diagnostics.refresh());
      return;
    }
    for (const path of changedPaths) {
      const version = documents.documentAt(path)?.version;
      send(
        connection.sendDiagnostics({
          uri: uriOf(path),
          diagnostics: [...(now.get(path)?.diagnostics ?? [])],
          ...(version === undefined ? {} : { version }),
        }),
      );
    }
  };

  /** Waits for the analysis of all changes to a file; undefined outside of all folders. */
  const awaitShownFile = async (uri: string, token: CancellationToken): Promise<ShownFile | 'nothing' | undefined> => {
    const path = pathOfUri(uri);
    const workspace = path === undefined ? undefined : folders?.workspaceOf(path);
    if (path === undefined || workspace === undefined) return undefined;
    await Promise.race([workspace.whenCurrent(path), untilCancelled(token)]);
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    return workspace.shown.get(path) ?? 'nothing';
  };

  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    isPullingDiagnostics = client.textDocument?.diagnostic !== undefined;
    canRefresh = client.workspace?.diagnostics?.refreshSupport === true;
    const { options, problems } = readOptions(params.initializationOptions);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients of one folder send only this
    const uris = params.workspaceFolders?.map(({ uri }) => uri) ?? [params.rootUri ?? ''];
    folders = new Folders({ io, options, documents, onScan, onProblem: (problem) => reportProblem(problem) });
    folders.add(uris.flatMap((uri) => pathOfUri(uri) ?? []));
    for (const problem of problems) reportProblem(problem);
    const hiddenLanguages = LANGUAGE_IDS.filter((id) => !options.languages.has(id));
    if (hiddenLanguages.length > 0)
      logMessage(
        `Findings in ${hiddenLanguages.map((id) => LANGUAGE_WORDS[id]).join(', ')} are left out, as the options of the client say.`,
      );
    return {
      serverInfo: { name: 'sunset-lint', version: readTool().version },
      capabilities: {
        textDocumentSync: { openClose: true, change: FULL_SYNC, save: true },
        diagnosticProvider: { identifier: 'sunset-lint', interFileDependencies: true, workspaceDiagnostics: true },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        executeCommandProvider: { commands: [ACCEPT_COMMAND] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    isWatching = client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    if (isWatching)
      send(
        connection.client.register(loadLibrary('vscode-languageserver').DidChangeWatchedFilesNotification.type, {
          watchers: [{ globPattern: '**/*' }],
        }),
      );
    else
      logMessage('This client reports no changes on disk: files that are not open are read again when one is saved.');
    if (client.workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        folders?.remove(removed.flatMap(({ uri }) => pathOfUri(uri) ?? []));
        folders?.add(added.flatMap(({ uri }) => pathOfUri(uri) ?? []));
      });
    folders?.start();
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    documents.setDocument(uri, { version, text });
    folders?.reportTextChange(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const text = contentChanges.at(-1)?.text;
    if (text === undefined) return;
    documents.setDocument(uri, { version, text });
    folders?.reportTextChange(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.removeDocument(uri);
    folders?.reportTextChange(uri);
  });
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
    isWatching ? folders?.reportDiskChanges([uri]) : folders?.rereadFiles(),
  );
  connection.onDidChangeWatchedFiles(({ changes }) => folders?.reportDiskChanges(changes.map(({ uri }) => uri)));

  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }, token) => {
    const shown = await awaitShownFile(uri, token);
    return reportOf(shown === 'nothing' ? undefined : shown, previousResultId);
  });
  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token) => {
    await Promise.race([folders?.whenSettled(), untilCancelled(token)]);
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    const previousIds = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    const shownByUri = new Map([...(folders?.shown() ?? [])].map(([path, file]) => [uriOf(path), { path, file }]));
    const items = [...new Set([...shownByUri.keys(), ...previousIds.keys()])].map(
      (uri): WorkspaceDocumentDiagnosticReport => {
        const { path, file } = shownByUri.get(uri) ?? {};
        const version = path === undefined ? undefined : documents.documentAt(path)?.version;
        return { uri, version: version ?? null, ...reportOf(file, previousIds.get(uri)) };
      },
    );
    return { items };
  });
  connection.onHover(async ({ textDocument: { uri }, position }, token) => {
    const shown = await awaitShownFile(uri, token);
    if (shown === undefined || shown === 'nothing') return null;
    const hoveredFindings = shown.findings.filter(({ range }) => rangeContains(range, position));
    const asOf = folders?.workspaceOf(shown.path)?.asOf;
    const [first] = hoveredFindings;
    if (first === undefined || asOf === undefined) return null;
    const value = plainText(hoveredFindings.map(({ finding }) => hoverText(finding, asOf)).join('\n\n---\n\n'));
    return { contents: { kind: 'markdown', value }, range: first.range };
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }, token) => {
    if (context.only?.some((kind) => 'quickfix'.startsWith(kind)) === false) return [];
    const shown = await awaitShownFile(uri, token);
    if (shown === undefined || shown === 'nothing') return [];
    const workspace = folders?.workspaceOf(shown.path);
    const scanned = workspace?.scanned;
    if (workspace === undefined || scanned === undefined) return [];
    return [...(await codeActions({ uri, shown, range, ...scanned, uriOf, canAccept: workspace.canAccept }))];
  });
  connection.onExecuteCommand(({ command, arguments: args = [] }) => {
    const [uri, fingerprint] = args as readonly unknown[];
    if (command !== ACCEPT_COMMAND || typeof uri !== 'string' || typeof fingerprint !== 'string')
      throw new ResponseError(ErrorCodes.InvalidParams, `'${command}' takes the address of a file and a fingerprint.`);
    const path = pathOfUri(uri);
    const workspace = path === undefined ? undefined : folders?.workspaceOf(path);
    try {
      if (path === undefined || workspace?.accept(path, fingerprint) !== 'accepted')
        showMessage(3, 'this finding no longer exists.');
    } catch (error) {
      reportProblem(error instanceof Error ? error.message : String(error));
    }
    return null;
  });
  connection.onShutdown(() => {
    folders?.close();
    isShutDown = true;
  });
  connection.listen();
  return () => isShutDown;
}

/** Ignores errors of a sent message: the client may refuse the message, or have disconnected. */
function send(message: Promise<unknown>): void {
  message.catch(() => undefined);
}

/** `TextDocumentSyncKind.Full`. */
const FULL_SYNC = 1;

/** Returns an id of the current diagnostics of a file. */
function resultIdOf(file: ShownFile | undefined): string {
  const diagnostics: readonly Diagnostic[] = file?.diagnostics ?? [];
  return createHash('sha1').update(JSON.stringify(diagnostics)).digest('base64url');
}

function reportOf(file: ShownFile | undefined, previousId: string | undefined): DocumentDiagnosticReport {
  const resultId = resultIdOf(file);
  if (previousId === resultId) return { kind: 'unchanged', resultId };
  return { kind: 'full', resultId, items: [...(file?.diagnostics ?? [])] };
}

function untilCancelled(token: CancellationToken): Promise<void> {
  return new Promise((done) => token.onCancellationRequested(() => done()));
}

const QUICK_FIX = 'quickfix';

interface ActionInput {
  readonly uri: string;
  readonly shown: ShownFile;
  readonly range: Range;
  /** Root folder of the names in the report. */
  readonly root: string;
  /** Returns the scanned text of another file, by name. */
  readonly textOf: (file: string) => string | undefined;
  /** Returns the URI that the client uses for a path. */
  readonly uriOf: (path: string) => string;
  readonly canAccept: boolean;
}

/** Returns the code actions for the findings of a range: exact fix, suppressing comment, baseline entry. */
async function codeActions(input: ActionInput): Promise<readonly CodeAction[]> {
  const { shown, range } = input;
  const actions: CodeAction[] = [];
  for (const shownFinding of shown.findings)
    if (shownFinding.diagnostic !== undefined && overlaps(shownFinding.range, range))
      actions.push(...(await actionsOf(shownFinding, input)));
  return actions;
}

async function actionsOf(shownFinding: ShownFinding, input: ActionInput): Promise<readonly CodeAction[]> {
  const { finding, diagnostic } = shownFinding;
  const { uri, shown, canAccept } = input;
  if (diagnostic === undefined) return [];
  const common = { kind: QUICK_FIX, diagnostics: [diagnostic] };
  const id = escapeText(finding.deprecation);
  const edit = exactEdit(shownFinding, input);
  const exception = await suppressingComment(shownFinding, shown);
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
    ...(canAccept
      ? [
          {
            ...common,
            title: `Accept this use of '${id}' into the baseline`,
            command: {
              title: 'Accept into the baseline',
              command: ACCEPT_COMMAND,
              arguments: [uri, finding.fingerprint],
            },
          },
        ]
      : []),
  ];
}

function exactEdit({ finding }: ShownFinding, { root, shown, textOf, uriOf }: ActionInput): WorkspaceEdit | undefined {
  if (finding.suggestion === undefined) return undefined;
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, range, text } of finding.suggestion.edits) {
    // The shown file may be newer than the last full scan.
    const scannedText = resolve(root, file) === shown.path ? shown.text : textOf(file);
    if (scannedText === undefined) return undefined;
    const uri = uriOf(resolve(root, file));
    (changes[uri] ??= []).push({ range: new TextPlaces(scannedText).rangeOf(range), newText: text });
  }
  return { changes };
}

/** Formats the hover text of a finding, in Markdown. */
function hoverText(finding: ReportFinding, asOf: IsoDate): string {
  const { feature, operation, replacement, confidence, notes, advice, evidence, suppression, vendorUrl } = finding;
  const lines = [
    `**${escapeMarkdown(feature)}** (${markdownMessage(`\`${finding.deprecation}\``)})`,
    markdownMessage(finding.message),
    markdownList([
      ...(operation === null ? [] : [`Operation: ${markdownMessage(`\`${operation.method} ${operation.path}\``)}`]),
      ...(isMistake(finding) ? [] : [`End of life: ${endOfLifeText(finding, asOf)}`]),
      ...(replacement === null ? [] : [`Replacement: ${escapeMarkdown(replacementOf(replacement))}`]),
      ...(replacement?.note == null ? [] : [escapeMarkdown(replacement.note)]),
      `Confidence: ${confidence}`,
      ...(suppression?.status === 'accepted'
        ? [`Accepted: ${escapeMarkdown(suppression.justification ?? 'no reason is given')}`]
        : []),
    ]),
    markdownList([...notes, ...advice].map(markdownMessage)),
    evidence.length === 0
      ? ''
      : `Why:\n\n${markdownList(evidence.map((step) => `${markdownMessage(step.note)} (${escapeMarkdown(placeOf(step))})`))}`,
    vendorUrl !== undefined && /^https?:\/\/[^\s<>()]+$/.test(vendorUrl) ? `[What the vendor says](${vendorUrl})` : '',
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function endOfLifeText(finding: ReportFinding, asOf: IsoDate): string {
  return isDated(finding) ? `${endText(finding)} (${distanceOf([finding], asOf)})` : endText(finding);
}

function markdownList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Comment line that suppresses a finding, and the line number at which the comment is inserted. */
interface SuppressingComment {
  readonly line: number;
  readonly text: string;
}

const ALL_KINDS = kindsOf({ documents: true });

/**
 * Returns a comment that suppresses a finding, with a placeholder for the reason; undefined where a comment is not
 * possible, such as inside a string or a continued command.
 */
async function suppressingComment(
  { finding, range }: ShownFinding,
  { text, path }: ShownFile,
): Promise<SuppressingComment | undefined> {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const { line } = range.start;
  const previousLine = lines[line - 1]?.trimEnd() ?? '';
  // A comment would end the continued command.
  if (previousLine.endsWith('\\')) return undefined;
  const indentation = /^[^\S\r\n]*/.exec(lines[line] ?? '')?.[0] ?? '';
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const commentMark = finding.language === undefined || finding.language === 'javascript' ? '//' : '#';
  const comment = `${indentation}${commentMark} sunset-lint-disable-next-line ${finding.deprecation} -- TODO: say why${lineEnd}`;
  const start = lines.slice(0, line).join('').length;
  const changedText = text.slice(0, start) + comment + text.slice(start);
  return (await isDirective(path, finding.file, changedText, start)) ? { line, text: comment } : undefined;
}

/** Whether the line at an offset of a text is parsed as a comment with a directive. */
async function isDirective(path: string, name: string, text: string, start: number): Promise<boolean> {
  const root = path.slice(0, path.length - name.length);
  const store = new SourceStore(root, new TextReader(), ALL_KINDS);
  store.cacheText(name, text);
  const kinds = ALL_KINDS.readFirstLine(name, text);
  await store.parsers.load(kinds.map(({ language }) => language.id));
  const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
  try {
    return store
      .comments(name)
      .some(
        (comment) => comment.span[0] >= start && comment.span[1] <= end && typeof parseDirective(comment) === 'object',
      );
  } catch {
    // The file is nested too deeply to be parsed.
    return false;
  }
}
