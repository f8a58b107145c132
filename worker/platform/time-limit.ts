import type { Deps } from "./deps.ts";

/** Thrown when work exceeded its time limit. */
export class TimeLimitError extends Error {}

/**
 * Runs work with a time limit.
 * @throws TimeLimitError when the work takes longer than `ms`; otherwise what the work throws
 */
export function withTimeLimit<Result>(deps: Pick<Deps, "after">, ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = deps.after(ms, () => reject(new TimeLimitError()));
    work.then(resolve, reject).finally(cancel);
  });
}
