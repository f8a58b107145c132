import type { Deps } from "./deps.ts";

/** Thrown when work took longer than it may. */
export class TooLate extends Error {}

/** @throws TooLate when the work takes longer than `ms`, and otherwise what it throws */
export function within<Result>(deps: Pick<Deps, "after">, ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = deps.after(ms, () => reject(new TooLate()));
    work.then(resolve, reject).finally(cancel);
  });
}
