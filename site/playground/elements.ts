/** A new element. What comes from code or catalogues goes in as text alone. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** An element of the page, which its template has. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
}

/** A sentence of a report: what stands between backticks is code, and addresses are links. */
export function prose(text: string): DocumentFragment {
  const parts = document.createDocumentFragment();
  for (const part of text.split(/(`[^`]+`|https?:\/\/[^\s,;)]+)/)) {
    if (part.startsWith('`')) parts.append(make('code', {}, part.slice(1, -1)));
    else if (/^https?:/.test(part)) parts.append(make('a', { href: part, rel: 'noreferrer' }, part));
    else parts.append(part);
  }
  return parts;
}
