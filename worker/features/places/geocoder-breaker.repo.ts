import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { settings } from "../../platform/tables.ts";

/**
 * The remote geocoder's circuit breaker, where all isolates see it. Requests overlap, so each step is one statement, and
 * a request counts as failed from the moment it is claimed until its answer comes: five without an answer close the
 * breaker while they are still under way, and one that is never heard of again needs no cleaning up.
 */
const BREAKER = "geocoder.breaker";
/** After so many requests in a row without an answer nothing is asked for a while; then one request tries. */
const UNANSWERED_MAX = 5;
const PAUSE_MS = 10 * 60_000;

/** What the setting holds, as JSON. Requests have the numbers 1, 2, 3, … in the order in which they are claimed. */
interface Breaker {
  /** Of the newest request. */
  asked: number;
  /** Of the newest request that was answered. */
  answered: number;
  /** Above the numbers of all requests that were under way when the server said that it is asked too much. */
  refused: number;
  /** Milliseconds; nothing is asked before. */
  pausedUntil: number;
}

const first = (state: Partial<Breaker>) =>
  JSON.stringify({ asked: 0, answered: 0, refused: 0, pausedUntil: 0, ...state } satisfies Breaker);

const field = (name: keyof Breaker) => sql`json_extract(${settings.value}, ${sql.raw(`'$.${name}'`)})`;

/** Whether nothing may be asked now: a cheap look before a request is prepared. */
export async function isPaused(deps: Deps): Promise<boolean> {
  const [row] = await deps.db
    .select({ pausedUntil: sql<number>`${field("pausedUntil")}` })
    .from(settings)
    .where(eq(settings.name, BREAKER))
    .limit(1);
  return row !== undefined && row.pausedUntil > deps.now().getTime();
}

/**
 * Claims one request. The fifth in a row without an answer, and each one that tries after a pause, begins a pause at
 * once: until its answer comes nobody else asks.
 * @returns the request's number, for {@link noteAnswer}; null when nothing may be asked now
 */
export async function claimRequest(deps: Deps): Promise<number | null> {
  const now = deps.now().getTime();
  const isLast = sql`${field("asked")} + 1 - ${field("answered")} >= ${UNANSWERED_MAX} OR ${field("refused")} > ${field("answered")}`;
  const [row] = await deps.db
    .insert(settings)
    .values({ name: BREAKER, value: first({ asked: 1 }) })
    .onConflictDoUpdate({
      target: settings.name,
      set: {
        value: sql`json_set(${settings.value}, '$.asked', ${field("asked")} + 1,
          '$.pausedUntil', CASE WHEN ${isLast} THEN ${now + PAUSE_MS} ELSE 0 END)`,
      },
      setWhere: sql`${field("pausedUntil")} <= ${now}`,
    })
    .returning({ asked: sql<number>`json_extract(value, '$.asked')` });
  return row?.asked ?? null;
}

/**
 * Notes that a request was answered: those before it count no more, and a pause ends, unless the server asked for it
 * after the request began.
 */
export async function noteAnswer(deps: Deps, asked: number): Promise<void> {
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.answered', max(${field("answered")}, ${asked}),
        '$.pausedUntil', CASE WHEN ${field("refused")} > ${asked} THEN ${field("pausedUntil")} ELSE 0 END)`,
    })
    .where(eq(settings.name, BREAKER));
}

/** Notes that the server does not want to be asked: a pause begins, which only a later request's answer ends. */
export async function noteRefusal(deps: Deps): Promise<void> {
  const pausedUntil = deps.now().getTime() + PAUSE_MS;
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.asked', ${field("asked")} + 1, '$.refused', ${field("asked")} + 1,
        '$.pausedUntil', ${pausedUntil})`,
    })
    .where(eq(settings.name, BREAKER));
}
