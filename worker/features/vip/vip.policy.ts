/** Stripe's words for a subscription that gives access. */
const RUNNING: ReadonlySet<string> = new Set(["active", "trialing"]);
/** Stripe's words for one that is over for good: it never comes back to life. */
const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

export const isRunning = (status: string) => RUNNING.has(status);
export const isEnded = (status: string) => ENDED.has(status);
