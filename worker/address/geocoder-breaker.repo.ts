import { eq, sql } from "drizzle-orm";
import { MINUTE_MS } from "../contracts/days.ts";
import type { Deps } from "../platform/deps.ts";
import { settings } from "../platform/tables.ts";

/**
 * The remote geocoder's circuit breaker, shared by all isolates. Each step is one statement, because requests overlap.
 * A request counts as failed from its claim until its answer, so five pending ones open the breaker, and one that died
 * needs no cleanup.
 */
const BREAKER = "geocoder.breaker";
/** After five unanswered requests in a row, requests pause; then a single one probes. */
const UNANSWERED_MAX = 5;
const PAUSE_MS = 10 * MINUTE_MS;

/** The setting's JSON. Requests are numbered 1, 2, 3, … in the order of their claims. */
interface Breaker {
  /** Number of the newest request. */
  asked: number;
  /** Number of the newest answered request. */
  answered: number;
  /** Greater than the numbers of all requests pending when the server last refused one. */
  refused: number;
  /** Epoch milliseconds; no requests before. */
  pausedUntil: number;
}

const first = (state: Partial<Breaker>) =>
  JSON.stringify({ asked: 0, answered: 0, refused: 0, pausedUntil: 0, ...state } satisfies Breaker);

const field = (name: keyof Breaker) => sql`json_extract(${settings.value}, ${sql.raw(`'$.${name}'`)})`;

/** Whether requests are paused: a cheap check before one is prepared. */
export async function isPaused(deps: Deps): Promise<boolean> {
  const [row] = await deps.db
    .select({ pausedUntil: sql<number>`${field("pausedUntil")}` })
    .from(settings)
    .where(eq(settings.name, BREAKER))
    .limit(1);
  return row !== undefined && row.pausedUntil > deps.now().getTime();
}

/**
 * Claims one request. The fifth unanswered one in a row, and each probe after a pause, starts a pause at once, so that
 * no other request is sent until it is answered.
 * @returns the request's number for {@link recordAnswer}; null while paused
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
 * Records an answer: earlier requests no longer count, and a pause ends unless the server refused a request after this
 * one was claimed.
 */
export async function recordAnswer(deps: Deps, asked: number): Promise<void> {
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.answered', max(${field("answered")}, ${asked}),
        '$.pausedUntil', CASE WHEN ${field("refused")} > ${asked} THEN ${field("pausedUntil")} ELSE 0 END)`,
    })
    .where(eq(settings.name, BREAKER));
}

/** Records a refusal: a pause starts that only the answer to a later request ends. */
export async function recordRefusal(deps: Deps): Promise<void> {
  const pausedUntil = deps.now().getTime() + PAUSE_MS;
  await deps.db
    .update(settings)
    .set({
      value: sql`json_set(${settings.value}, '$.asked', ${field("asked")} + 1, '$.refused', ${field("asked")} + 1,
        '$.pausedUntil', ${pausedUntil})`,
    })
    .where(eq(settings.name, BREAKER));
}
