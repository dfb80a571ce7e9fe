import { breakCommandsInMarkup, escapeText, jsonText } from '../lib/escape.js';

/** A piece of HTML that is already escaped. */
export interface Html {
  readonly html: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, except pieces that already are: text cannot get into the page unescaped. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return {
    html: strings.map((text, index) => (index === 0 ? text : `${show(values[index - 1] ?? '')}${text}`)).join(''),
  };
}

/** Our own text that needs no escaping: style, script. */
export function trusted(text: string): Html {
  return { html: text };
}

/** A value as JSON that no HTML parser mistakes for markup in any position. */
export function embedJson(value: unknown): Html {
  return {
    html: jsonText(value).replace(/[<>&]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  };
}

function show(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return breakCommandsInMarkup(escapeText(value).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char));
  return 'html' in value ? value.html : value.map((piece) => piece.html).join('\n');
}
