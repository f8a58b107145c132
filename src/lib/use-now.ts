import { useSyncExternalStore } from "react";
import { useRenderedAt } from "./site.tsx";

/** How often ages are counted anew. */
const EVERY_MS = 30_000;

let now = new Date(0);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** One clock for all that show an age. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = new Date();
    timer = setInterval(tick, EVERY_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The same object until the clock ticks; read anew where nobody has been watching it. */
function current(): Date {
  if (timer === undefined && Date.now() - now.getTime() > EVERY_MS) now = new Date();
  return now;
}

/**
 * What a moment comes to as text, such as an age; by the moment of rendering while the edge's markup is taken over, so
 * that both render the same, and by the browser's own from then on. Drawn again only when it says something else.
 * @param textAt must not depend on anything but the moment
 */
export function useTextOfNow(textAt: (now: Date) => string): string {
  const renderedAt = useRenderedAt();
  return useSyncExternalStore(
    subscribe,
    () => textAt(current()),
    () => textAt(renderedAt),
  );
}
