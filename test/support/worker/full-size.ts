import { env } from "cloudflare:workers";

/** The size of a test's data: `full` with `npm run test:long`, otherwise a smaller number that shows the same. */
export const fullSize = (full: number, twin: number): number => (env.FULL_SIZE === "1" ? full : twin);
