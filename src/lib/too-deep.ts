/** Why something was not looked at that is nested so deeply that the stack does not suffice. */
export const TOO_DEEP = 'nested too deeply';

/** Whether an error is the end of the stack. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
