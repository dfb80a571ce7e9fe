import { parseJson } from '../../../../src/core/lib/json.js';
import { loadLibrary } from '../../../../src/core/lib/late-library.js';
import { MEGABYTE } from '../../../../src/core/lib/read-file.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';

/** A text with its name in messages. */
export interface DocumentText {
  readonly file: string;
  readonly text: string;
}

/** Maximum length of a YAML document, in characters; reading it takes about a hundred times longer than reading JSON. */
const MAX_YAML = 24 * MEGABYTE;

/** Maximum number of uses of one anchor, multiplied by the aliases nested in it; hand-written documents have fewer. */
const MAX_ALIASES = 1000;

/**
 * Parses a document in JSON or YAML. Aliases of YAML can make two parts the same object, or a part contain itself.
 *
 * @throws CatalogueError with the line if the text is neither, too long, or nested too deeply.
 */
export function readDocument({ file, text }: DocumentText): unknown {
  const json = parseJson(text);
  if (json.kind === 'value') return json.value;
  const { what, line } = json.problem;
  if (/\.json$/i.test(file) || what === 'nested too deeply') throw new CatalogueError(`not JSON: ${what}`, file, line);
  if (text.length > MAX_YAML)
    throw new CatalogueError(
      `has more than ${String(MAX_YAML / MEGABYTE)} MB of YAML. Convert it to JSON, which is read up to a larger size.`,
      file,
    );
  return readYaml({ file, text });
}

function readYaml({ file, text }: DocumentText): unknown {
  const { parseDocument, YAMLParseError } = loadLibrary('yaml');
  try {
    const document = parseDocument(text, { prettyErrors: true, stringKeys: true, strict: true, uniqueKeys: false });
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (error) {
    if (error instanceof YAMLParseError)
      throw new CatalogueError(`neither JSON nor YAML: ${firstLine(error.message)}`, file, error.linePos?.[0].line);
    if (error instanceof RangeError) throw new CatalogueError('is nested too deeply', file);
    if (error instanceof ReferenceError && error.message.startsWith('Unresolved alias')) {
      // The message ends with the name, which has no blank.
      const name = error.message.slice(error.message.lastIndexOf(' ') + 1).slice(0, 100);
      throw new CatalogueError(`has no anchor '&${name}' before its alias '*${name}'`, file);
    }
    if (error instanceof ReferenceError)
      throw new CatalogueError(
        `uses one of its anchors more than ${String(MAX_ALIASES)} times, nested uses included`,
        file,
      );
    throw error;
  }
}

/** The first line of a message, without the place and the source that follow. */
function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}
