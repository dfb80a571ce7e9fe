/** JSON with two spaces; a value that fits on one line stays on it, for short and readable diffs. */
export function formatJson(value: unknown, width = 120): string {
  return `${formatValue(value, '', width)}\n`;
}

function formatValue(value: unknown, indent: string, width: number): string {
  const oneLine = formatFlat(value);
  const isBranch = typeof value === 'object' && value !== null;
  // The outermost value is always broken into lines, one for each of its parts.
  if (!isBranch || (indent !== '' && indent.length + oneLine.length <= width)) return oneLine;
  const innerIndent = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${innerIndent}${formatValue(item, innerIndent, width)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([key, item]) => `${innerIndent}${JSON.stringify(key)}: ${formatValue(item, innerIndent, width)}`,
  );
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

function formatFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatFlat(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
