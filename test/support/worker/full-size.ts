import { env } from "cloudflare:workers";

/**
 * Returns the size of a test's data: `full` with `npm run test:long`, otherwise a smaller number that tests the same
 * behaviour.
 */
export const fullSize = (full: number, twin: number): number => (env.FULL_SIZE === "1" ? full : twin);
