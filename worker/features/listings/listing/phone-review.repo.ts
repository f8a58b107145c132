import { and, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { DAY_MS } from "../../../contracts/days.ts";
import type { Deps } from "../../../platform/deps.ts";
import { listings } from "./listings.table.ts";

/** Time for which a phone number is hidden unless a moderator decides earlier. */
const HIDDEN_MS = DAY_MS;
/**
 * Maximum number of listings under review that are read at once. The limit on reports keeps the actual number per day
 * lower.
 */
const AT_ONCE = 300;

const among = (ids: readonly number[]) => sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Hides the phone number of an approved listing, unless the listing's number was hidden before. The revision stays the
 * same, so moderators' open decisions remain valid.
 * @returns whether the number is hidden now
 */
export async function hidePhoneOnce(deps: Deps, id: number): Promise<boolean> {
  const now = deps.now();
  const rows = await deps.db
    .update(listings)
    .set({ phoneHiddenAt: now, phoneHiddenUntil: new Date(now.getTime() + HIDDEN_MS), updatedAt: now })
    .where(sql`${listings.id} = ${id} AND ${listings.status} = 'approved' AND ${listings.phoneHiddenAt} IS NULL`)
    .returning({ id: listings.id });
  return rows.length > 0;
}

/**
 * Returns the ids of public listings whose phone number is currently hidden, in the order in which the numbers were
 * hidden (uses index listings_under_review).
 * @param ids limits the result to these ids
 */
export async function idsUnderReview(deps: Deps, ids?: readonly number[]): Promise<number[]> {
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(gt(listings.phoneHiddenUntil, deps.now()), sql`${listings.status} = 'approved'`, ids && among(ids)))
    .orderBy(listings.phoneHiddenUntil)
    .limit(AT_ONCE);
  return rows.map((row) => row.id);
}

/**
 * Returns the statement that shows the phone numbers of listings again (by primary key).
 * @param onlyIf an additional condition
 */
export function showPhones(deps: Deps, ids: readonly number[], onlyIf = sql`true`) {
  return deps.db
    .update(listings)
    .set({ phoneHiddenUntil: null, updatedAt: deps.now() })
    .where(and(among(ids), isNotNull(listings.phoneHiddenUntil), onlyIf))
    .returning({ id: listings.id });
}

/**
 * Returns the statement that undoes the showing of phone numbers: it hides them again until a day after they were first
 * hidden (by primary key).
 */
export function hidePhonesAgain(deps: Deps, ids: readonly number[]) {
  const until = sql`${listings.phoneHiddenAt} + ${HIDDEN_MS}`;
  const isLeft = sql`${listings.phoneHiddenUntil} IS NULL AND ${until} > ${deps.now().getTime()}`;
  return deps.db
    .update(listings)
    .set({ phoneHiddenUntil: until, updatedAt: deps.now() })
    .where(and(among(ids), isLeft))
    .returning({ id: listings.id });
}

/**
 * Shows phone numbers again whose hidden period has ended by `time` (uses index listings_under_review).
 * @returns the affected listings
 */
export async function showPhonesAfter(deps: Deps, time: Date): Promise<number[]> {
  const over = deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(lte(listings.phoneHiddenUntil, time))
    .limit(AT_ONCE);
  const rows = await deps.db
    .update(listings)
    .set({ phoneHiddenUntil: null, updatedAt: time })
    .where(inArray(listings.id, over))
    .returning({ id: listings.id });
  return rows.map((row) => row.id);
}
