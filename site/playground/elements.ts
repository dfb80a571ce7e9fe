/** Creates an element. Content from code or catalogues is inserted only as text. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Returns an element of the page template. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

/** Sentence of a report, with text in backticks as code and addresses as links. */
export function prose(text: string): DocumentFragment {
  const parts = document.createDocumentFragment();
  for (const part of text.split(/(`[^`]+`|https?:\/\/[^\s,;)]+)/)) {
    if (part.startsWith('`')) parts.append(createElement('code', {}, part.slice(1, -1)));
    else if (/^https?:/.test(part)) parts.append(createElement('a', { href: part, rel: 'noreferrer' }, part));
    else parts.append(part);
  }
  return parts;
}
