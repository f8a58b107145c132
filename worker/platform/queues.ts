/** Kinds of work that a queue carries. The name of a dead-letter queue ends in `-dead`. */
const ROLES = ["jobs", "slow-jobs", "jobs-dead", "mails", "mails-dead", "mail-events", "mail-events-dead"] as const;
export type QueueRole = (typeof ROLES)[number];

/**
 * Returns the name of a queue in this environment, such as `below-market-jobs`. Names must be unique in the whole
 * account.
 */
export const queueName = (prefix: string, role: QueueRole): string => `${prefix}-${role}`;

/**
 * Returns the kind of work that a queue of this environment carries.
 * @param prefix the var QUEUE_PREFIX
 * @throws Error for a queue of another environment
 */
export function queueRole(prefix: string, name: string): QueueRole {
  const role = ROLES.find((candidate) => queueName(prefix, candidate) === name);
  if (role === undefined) throw new Error(`The queue ${name} has no role under QUEUE_PREFIX "${prefix}".`);
  return role;
}

/** Returns the queue to which a dead-letter queue belongs. */
export const liveQueue = (role: QueueRole): QueueRole =>
  ROLES.find((candidate) => `${candidate}-dead` === role) ?? role;

/** Returns whether a queue takes messages that failed too often in another queue. */
export const isDeadQueue = (role: QueueRole): boolean => role.endsWith("-dead");

/**
 * The cron expression with which a local server relays the seeded outbox (scripts/local-start.ts). wrangler.toml has no
 * such trigger, so production never runs it.
 */
export const RELAY_CRON = "relay";
