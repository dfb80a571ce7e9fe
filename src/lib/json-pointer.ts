/** Keys of a pointer: `data`, `service` of `/data/service`. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}

/** A pointer as programs write the field: `data.service` for `/data/service`. */
export function dotted(pointer: string): string {
  return pointerKeys(pointer).join('.');
}
