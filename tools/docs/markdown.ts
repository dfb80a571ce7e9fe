/** A text as code in a line of Markdown. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Lines as a block of code. */
export function block(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** A table; what would end a cell is escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

/** A list, one line each. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Prose of the catalogue: what would be a tag or an emphasis shows as it is written. */
export function prose(text: string): string {
  return text.replaceAll(/<(?=[a-z/!])/gi, '&lt;').replaceAll('*', '\\*');
}
