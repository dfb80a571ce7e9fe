import type { CliIo } from './io.js';

/** Colour on a terminal only; NO_COLOR and `--no-color` turn it off, FORCE_COLOR turns it on. */
export function chooseColour(
  io: CliIo,
  options: { readonly color: boolean; readonly output?: string | undefined },
): 'on' | 'off' {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
  if (!options.color || options.output !== undefined || (NO_COLOR !== undefined && NO_COLOR !== '')) return 'off';
  if (FORCE_COLOR !== undefined) return FORCE_COLOR === '0' || FORCE_COLOR === 'false' ? 'off' : 'on';
  return io.outIsTerminal && TERM !== 'dumb' ? 'on' : 'off';
}
