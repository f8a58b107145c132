/** Tests run in Node, whose types the worker's code has none of. */
declare const process: { env: Record<string, string | undefined> };

/** Whether this is `npm run test:long`. Inside workerd, test/support/worker/full-size.ts says so. */
export const isFullSize = process.env.FULL_SIZE === "1";

/** How many of something a test makes: `full` with `npm run test:long`, else a smaller number that shows the same. */
export const fullSize = (full: number, twin: number): number => (isFullSize ? full : twin);
