/** A page is not told of its heap: it is never full, and the visitor stops what takes too long. */
export function getHeapStatistics(): { readonly used_heap_size: number; readonly heap_size_limit: number } {
  return { used_heap_size: 0, heap_size_limit: Number.MAX_SAFE_INTEGER };
}

export function setFlagsFromString(): void {
  // No flags to set.
}
