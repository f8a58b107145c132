import { inArray, sql } from "drizzle-orm";
import { QUEUE_LATE_MS, type QueueName } from "../../contracts/system.ts";
import type { Deps } from "../../platform/deps.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { jobCursors } from "../../platform/tables.ts";

/**
 * A message that each tick sends through each queue: a worker cannot read a queue, so the age of the oldest message is
 * that of the oldest canary that has not arrived.
 */
export interface CanaryMessage {
  canary: QueueName;
  /** Milliseconds. */
  sentAt: number;
}

const QUEUES = Object.keys(QUEUE_LATE_MS) as QueueName[];
const cursorOf = (queue: QueueName) => `canary.${queue}`;

/** The cursor of a queue's canaries: since when the oldest is out, and when the newest was sent, in milliseconds. */
const cursorSql = (since: unknown, last: unknown) => sql`json_object('since', ${since}, 'last', ${last})`;
const SINCE = sql`json_extract(cursor, '$.since')`;
const LAST = sql`json_extract(cursor, '$.last')`;

async function send(deps: Deps): Promise<void> {
  const now = deps.now().getTime();
  const queues = { jobs: deps.queue, mails: deps.mailQueue, slow: deps.slowQueue };
  const failures: unknown[] = [];
  for (const queue of QUEUES) {
    // Noted first: a queue that takes no messages is seen by the canary that never arrives.
    await deps.db
      .insert(jobCursors)
      .values({ job: cursorOf(queue), cursor: JSON.stringify({ since: now, last: now }) })
      .onConflictDoUpdate({
        target: jobCursors.job,
        set: { cursor: cursorSql(sql`coalesce(${SINCE}, ${now})`, now) },
      });
    try {
      await queues[queue].sendBatch([{ body: { canary: queue, sentAt: now } satisfies CanaryMessage }]);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Sends the canaries of each tick. */
export const canaryJobs: readonly ScheduledJob[] = [{ name: "queues.canaries", due: everyTick, run: send }];

/** Notes that a canary arrived, and with it all that were sent before it. */
export async function noteCanary(deps: Deps, { canary, sentAt }: CanaryMessage): Promise<void> {
  await deps.db
    .update(jobCursors)
    .set({ cursor: cursorSql(sql`iif(${LAST} > ${sentAt}, ${LAST}, NULL)`, LAST) })
    .where(sql`${jobCursors.job} = ${cursorOf(canary)} AND ${SINCE} <= ${sentAt}`);
}

/** How long the oldest canary of each queue has been on its way, in milliseconds; 0 when none is. */
export async function canaryAges(deps: Deps): Promise<Record<QueueName, number>> {
  const rows = await deps.db
    .select({ job: jobCursors.job, since: sql<number | null>`${SINCE}` })
    .from(jobCursors)
    .where(inArray(jobCursors.job, QUEUES.map(cursorOf)));
  const now = deps.now().getTime();
  const ageOf = (queue: QueueName) => {
    const since = rows.find(({ job }) => job === cursorOf(queue))?.since ?? null;
    return since === null ? 0 : Math.max(0, now - since);
  };
  return { jobs: ageOf("jobs"), mails: ageOf("mails"), slow: ageOf("slow") };
}
