import { breakCommandsInMarkup, escapeText } from '../core/lib/escape.js';

/** A piece of XML that is already escaped. */
export interface Xml {
  readonly xml: string;
}

/** An element with escaped attributes, undefined ones left out, and children each on a line of its own. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly Xml[] = [],
): Xml {
  const attributeTexts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(escapeText(String(value)))}"`],
  );
  const startTag = `<${name}${attributeTexts.join('')}`;
  if (children.length === 0) return { xml: `${startTag}/>` };
  return { xml: `${startTag}>\n${children.map(({ xml }) => xml).join('\n')}\n</${name}>` };
}

/** Lines of text, each safe to print. */
export function textNode(lines: readonly string[]): Xml {
  return { xml: escapeXml(lines.map(escapeText).join('\n')) };
}

/** A document with its XML declaration. */
export function document(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text; characters that XML 1.0 does not allow even escaped become the replacement character. */
function escapeXml(text: string): string {
  const safeText = text
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  return breakCommandsInMarkup(safeText);
}
