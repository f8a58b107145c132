/** Asks before somebody leaves; `leave` goes where they were going. */
type Guard = (leave: () => void) => void;

let guard: Guard | null = null;

/** The one guard of the page, if there is one. */
export const currentGuard = (): Guard | null => guard;

/** Sets the guard in the place of an earlier one. @returns takes it away */
export function setGuard(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}
