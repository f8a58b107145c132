/** How many of something a test makes: `full` with `npm run test:long`, else a smaller number that shows the same. */
export const fullSize = (full: number, twin: number): number => (process.env.FULL_SIZE === "1" ? full : twin);
