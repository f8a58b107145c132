import { editionTime, latestMissedEdition } from "../../contracts/digest.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/mail-layout.ts";
import { alertVips } from "./alerts.service.ts";
import { CATCH_UP_HOURS, dateOfKey, digestKey, isDigestPaused, openLanes } from "./digest.plan.service.ts";
import { settleMailing, WAITS_BECAUSE } from "./digest.send.service.ts";
import {
  firstEdition,
  insertFailedEdition,
  mailingByKey,
  noteProblem,
  openMailings,
  updateMailing,
} from "./mailings.repo.ts";
import type { Mailing } from "./mailings.table.ts";

const HOUR_MS = 3_600_000;
/** Mailings looked after in one tick. */
const OPEN_BATCH = 20;
/** What a mailing waited for is over when it was sent for so long without waiting again. */
const QUIET_MS = HOUR_MS;

const NOT_MADE = "It could not be made in time; its listings go into the next edition.";
const PAUSE_REASONS: ReadonlySet<string | null> = new Set(Object.values(WAITS_BECAUSE));

/**
 * Looks after mailings that are not finished: lost messages are sent again, dead claims given up, ends noted.
 * @throws the first failure, after all have had their turn
 */
export async function continueMailings(deps: Deps, time: Date): Promise<void> {
  const isPaused = await isDigestPaused(deps);
  const failures: unknown[] = [];
  for (const mailing of await openMailings(deps, OPEN_BATCH)) {
    try {
      if (mailing.status === "freezing") await continueMaking(deps, mailing, time);
      else await continueSending(deps, mailing, isPaused);
    } catch (error) {
      deps.log.error("mailing.not_continued", error, { mailing: mailing.key });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function continueMaking(deps: Deps, mailing: Mailing, time: Date): Promise<void> {
  const isLate = time.getTime() - mailing.scheduledAt.getTime() >= CATCH_UP_HOURS * HOUR_MS;
  if (isLate) await giveUpMailing(deps, mailing);
  else if (mailing.kind === "alert") for (const id of mailing.listingIds) await alertVips(deps, id);
}

async function continueSending(deps: Deps, mailing: Mailing, isPaused: boolean): Promise<void> {
  const isHeld = mailing.kind === "digest" && isPaused;
  await deps.mailings(mailing.key).hold(isHeld);
  const { waiting, pausedUntil } = await settleMailing(deps, mailing);
  const now = deps.now().getTime();
  if (pausedUntil !== null && now - pausedUntil >= QUIET_MS && PAUSE_REASONS.has(mailing.problem)) {
    await updateMailing(deps, mailing.key, { problem: null });
  }
  const waits = pausedUntil !== null && pausedUntil > now;
  if (waiting > 0 && !waits && !isHeld) await openLanes(deps, mailing.key, waiting);
}

/** A mailing whose recipients could not be fixed in time is closed when the operator has been told. */
async function giveUpMailing(deps: Deps, { key, kind }: Mailing): Promise<void> {
  const isEdition = kind === "digest";
  const problem = isEdition ? NOT_MADE : "VIPs could not be told in time.";
  await notifyOperator(deps, isEdition ? `The digest of ${dateOfKey(key)} failed` : `${key} failed`, problem);
  await updateMailing(deps, key, { status: "failed", problem, finishedAt: deps.now() });
}

/**
 * An edition that no tick made in time is stored as failed when the operator has been told; while editions are stopped
 * there is nothing to tell. Before the first edition there is none to miss.
 */
export async function noteMissedEdition(deps: Deps, time: Date): Promise<void> {
  const date = latestMissedEdition(time, CATCH_UP_HOURS);
  const key = digestKey(date);
  const scheduledAt = editionTime(date);
  const first = await firstEdition(deps, "edition");
  if (!first || first.scheduledAt > scheduledAt || (await mailingByKey(deps, key))) return;
  const isPaused = await isDigestPaused(deps);
  if (!isPaused) await notifyOperator(deps, `The digest of ${date} failed`, NOT_MADE);
  const problem = isPaused ? "Editions were stopped; its listings go into the next one." : NOT_MADE;
  await insertFailedEdition(deps, { key, scheduledAt, problem });
}

/** A message of a mailing that failed too often: ticks go on with it, and the operator is told once a mailing. */
export async function noteDeadMessage(deps: Deps, key: string): Promise<void> {
  const problem = "Parts of it fail again and again; sending goes on by itself, the log says why.";
  if (await noteProblem(deps, key, problem)) await notifyOperator(deps, `${key} has trouble`, problem);
}
