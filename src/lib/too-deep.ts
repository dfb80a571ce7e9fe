/** Reason for code whose nesting overflows the stack. */
export const TOO_DEEP = 'nested too deeply';

/** Whether an error is a stack overflow. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
