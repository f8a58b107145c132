/** Declared here because tests in Node also use this module, and the worker's code does not have Node's types. */
declare const process: { env: Record<string, string | undefined> };

/** True while `npm run test:long` runs; inside workerd, see test/support/worker/full-size.ts. */
export const isFullSize = process.env.FULL_SIZE === "1";

/**
 * Returns the size of a test's data: `full` with `npm run test:long`, and otherwise a smaller number that checks the
 * same behaviour.
 */
export const fullSize = (full: number, twin: number): number => (isFullSize ? full : twin);
