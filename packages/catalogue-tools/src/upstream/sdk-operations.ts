import type { TypeScript } from '../../../../src/files/load-typescript.js';
import { methodOf, templateOf } from './operations.js';
import { proseDates } from './prose-dates.js';
import type { Omission, NamedOperation, Upstream, UpstreamOperation } from './upstream.js';

/** An unpacked SDK. */
export interface SdkSources {
  /** Name of the folder, as the user gave it. */
  readonly folder: string;
  readonly title: string;
  /** Texts by their paths below the folder. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the operations that the methods of an SDK request: methods of classes that pass a path to their client
 * (`this._client.post('/towers', …)`), whether or not their comments have the tag `@deprecated`.
 */
export function readSdkOperations({ folder, title, files }: SdkSources, compiler: typeof TypeScript): Upstream {
  const leftOut: Omission[] = [];
  const operations: UpstreamOperation[] = [];
  for (const [path, text] of files) {
    // Files without a client send no requests.
    if (!text.includes('_client')) continue;
    const source = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
    for (const method of methodsIn(compiler, source)) {
      const place = `${path}:${String(source.getLineAndCharacterOfPosition(method.getStart(source)).line + 1)}`;
      const tag = compiler.getJSDocDeprecatedTag(method);
      const request = requestIn(compiler, method);
      if (request === undefined) {
        if (tag !== undefined) leftOut.push({ place, why: 'it is deprecated, and what it requests is not understood' });
        continue;
      }
      operations.push({ ...request, place, deprecated: tag !== undefined, ...datesOfTag(compiler, tag) });
    }
  }
  return { file: folder, kind: 'sdk', title, operations, leftOut };
}

function datesOfTag(
  compiler: typeof TypeScript,
  tag: TypeScript.JSDocTag | undefined,
): Pick<UpstreamOperation, 'endOfLife' | 'since' | 'datesFrom'> {
  const { endOfLife, since } = proseDates(compiler.getTextOfJSDocComment(tag?.comment) ?? '', 'operation');
  const dates = { ...(endOfLife && { endOfLife }), ...(since && { since }) };
  return Object.keys(dates).length === 0 ? {} : { ...dates, datesFrom: 'prose' };
}

function methodsIn(
  compiler: typeof TypeScript,
  source: TypeScript.SourceFile,
): readonly TypeScript.MethodDeclaration[] {
  return source.statements
    .filter(compiler.isClassDeclaration)
    .flatMap(({ members }) => members.filter(compiler.isMethodDeclaration));
}

/** The first request of a method. */
function requestIn(compiler: typeof TypeScript, method: TypeScript.Node): NamedOperation | undefined {
  let request: NamedOperation | undefined;
  const visit = (node: TypeScript.Node): void => {
    if (request !== undefined) return;
    if (compiler.isCallExpression(node)) request = requestOf(compiler, node);
    if (request === undefined) compiler.forEachChild(node, visit);
  };
  visit(method);
  return request;
}

function requestOf(
  compiler: typeof TypeScript,
  { expression, arguments: [url, ...otherArguments] }: TypeScript.CallExpression,
): NamedOperation | undefined {
  if (!compiler.isPropertyAccessExpression(expression) || url === undefined) return undefined;
  const client = expression.expression;
  if (!compiler.isPropertyAccessExpression(client) || client.name.text !== '_client') return undefined;
  const verb =
    expression.name.text === 'getAPIList' ? (listVerb(compiler, otherArguments) ?? 'get') : expression.name.text;
  const method = methodOf(verb);
  const pathText = pathOf(compiler, url);
  const path = pathText === undefined ? undefined : templateOf(pathText);
  return method === undefined || path === undefined ? undefined : { method, path };
}

/** The method in the options of a request for a list: `{ method: 'post' }`; undefined for the default, GET. */
function listVerb(compiler: typeof TypeScript, args: readonly TypeScript.Expression[]): string | undefined {
  for (const options of args) {
    if (!compiler.isObjectLiteralExpression(options)) continue;
    for (const property of options.properties)
      if (
        compiler.isPropertyAssignment(property) &&
        compiler.isIdentifier(property.name) &&
        property.name.text === 'method' &&
        compiler.isStringLiteral(property.initializer)
      )
        return property.initializer.text;
  }
  return undefined;
}

/** Path template of an expression: `/towers/{id}` for `/towers/${id}`, `/towers/{p1}` for `/towers/${first.id}`. */
function pathOf(compiler: typeof TypeScript, node: TypeScript.Expression): string | undefined {
  const template = compiler.isTaggedTemplateExpression(node) ? node.template : node;
  if (compiler.isStringLiteralLike(template)) return template.text;
  if (!compiler.isTemplateExpression(template)) return undefined;
  return template.templateSpans.reduce(
    (text, { expression, literal }, index) =>
      `${text}{${nameOf(compiler, expression) ?? `p${String(index + 1)}`}}${literal.text}`,
    template.head.text,
  );
}

function nameOf(compiler: typeof TypeScript, node: TypeScript.Expression): string | undefined {
  return compiler.isIdentifier(node) ? node.text : undefined;
}
