import { sql } from "drizzle-orm";
import { TORONTO_DISTRICTS } from "../../../contracts/areas.ts";
import { NOTE_KINDS } from "../../../contracts/listings.ts";
import { EVIDENCE_PERCENT, UNLIKELY_PERCENT } from "../../../contracts/market.ts";
import { SUSPECT_CODES } from "../../../contracts/scam-evidence.ts";

// SQL conditions and values that generated columns, indexes and queries share.

/** Returns SQL for a quotient rounded down, without floor(), which SQLite builds may lack. */
export const floorSql = (column: string, size: number) =>
  sql.raw(`CAST(${column} / ${size} AS INTEGER) - (${column} / ${size} < CAST(${column} / ${size} AS INTEGER))`);

/**
 * Matches published homes without a City benchmark because of their kind or municipality. The condition is literal SQL,
 * because SQLite only uses a partial index for an identical condition.
 */
export const WITHOUT_CITY_BENCHMARK = `first_approved_at IS NOT NULL AND (home_type IN ('basement', 'shared_bed') OR municipality NOT IN (${TORONTO_DISTRICTS.map((name) => `'${name}'`).join(", ")}))`;
const KIND_CODES = Object.entries(NOTE_KINDS).flatMap(([code, kind]) => (kind === "kind" ? [code] : []));
/**
 * Matches listings that have a note with one of these codes. Quotes in note texts are escaped, so only codes can match.
 */
const hasNote = (codes: readonly string[]) =>
  codes.map((code) => `instr(review_notes, '"code":"${code}"') > 0`).join(" OR ");
/** SQL form of awaitsConfirmation() in public-percent.ts. */
export const AWAITS_CONFIRMATION = sql.raw(
  `confirmed_at IS NULL AND (coalesce(compared_percent, 0) >= ${UNLIKELY_PERCENT} OR ${hasNote(KIND_CODES)} OR coalesce(compared_percent, 0) >= ${EVIDENCE_PERCENT} AND (home_type IS NULL AND NOT says_kind OR ${hasNote(SUSPECT_CODES)}))`,
);

/**
 * Time since which a pending listing has waited for a decision: the time at which it stopped being public or was
 * changed after a rejection, otherwise the time of its submission. SQL form of waitingSince() in listings.mappers.ts,
 * without commas, because drizzle-kit splits indexes at commas.
 */
export const WAITING_SINCE = sql.raw(
  "CASE WHEN public_until IS NOT NULL THEN public_until WHEN rejected_at IS NULL THEN submitted_at WHEN updated_at IS NULL THEN rejected_at ELSE updated_at END",
);
