/** Statistics of a heap that is never full, because a page cannot measure it; the visitor stops a slow analysis. */
export function getHeapStatistics(): { readonly used_heap_size: number; readonly heap_size_limit: number } {
  return { used_heap_size: 0, heap_size_limit: Number.MAX_SAFE_INTEGER };
}

export function setFlagsFromString(): void {
  // No flags to set.
}
