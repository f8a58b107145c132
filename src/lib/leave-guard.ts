/** Function that asks before the visitor leaves; `leave` continues the navigation. */
type Guard = (leave: () => void) => void;

let guard: Guard | null = null;

export const currentGuard = (): Guard | null => guard;

/** Replaces the current guard. @returns a function that removes it */
export function setGuard(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
