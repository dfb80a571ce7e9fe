/** Generated or minified code: hardly any line breaks. Asked only for files with a mention. */
export function isMinified(text: string): boolean {
  if (text.length < 5000) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > 400;
}
