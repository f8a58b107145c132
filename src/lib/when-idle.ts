/** Does what can wait once the browser has nothing better to do, or after three seconds. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  // Not every browser has it.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 3_000 });
  return () => cancelIdleCallback(idle);
}
