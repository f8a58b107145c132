import { quietUntil } from "../../platform/quiet-hours.ts";
import type { Deps } from "../../platform/deps.ts";
import { type DuePlace, dueReaders, isAnyDue, postponeInstant } from "../alerts/news.service.ts";
import { enqueueLanes, startSending } from "./digest.plan.service.ts";
import { insertMailing, mailingByKey, openSearchMailings } from "./mailings.repo.ts";

/** Readers frozen per step, and steps of one mailing; the next one has the rest. */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;

/** The key of what is mailed at a time: `searches:2026-11-23T15:00:00`. */
const keyOf = (time: Date) => `searches:${time.toISOString().slice(0, 19)}`;

/**
 * Mails what saved searches found and is due at a time, to each address in one mail. May be repeated: what one mailing
 * tells is told by no other. While one is on its way, only instant alerts begin another one.
 */
export async function mailSearches(deps: Deps, time: Date): Promise<void> {
  const until = quietUntil(time);
  if (until !== null) await postponeInstant(deps, time, until);
  if (!(await isAnyDue(deps, time, false))) return;
  const open = await openSearchMailings(deps);
  // What waits for the mail service, or for a provider, would only wait twice.
  const now = deps.now();
  if (open.some(({ status, pausedUntil }) => status === "freezing" || (pausedUntil !== null && pausedUntil > now)))
    return;
  const onlyInstant = open.length > 0;
  if (onlyInstant && !(await isAnyDue(deps, time, true))) return;
  const key = keyOf(time);
  await insertMailing(deps, { key, kind: "searches", scheduledAt: time });
  await freezeReaders(deps, key, onlyInstant);
}

/** Freezes the readers of a mailing and starts its delivery; goes on with an interrupted one. */
export async function freezeReaders(deps: Deps, key: string, onlyInstant = false): Promise<void> {
  const mailing = await mailingByKey(deps, key);
  if (mailing?.status !== "freezing") return;
  const recipients = deps.mailings(key);
  let after: DuePlace = { dueAt: 0, readerId: 0 };
  for (let step = 0; step < FREEZE_STEPS; step += 1) {
    const due = await dueReaders(deps, mailing.scheduledAt, { after, onlyInstant, limit: FREEZE_BATCH });
    await recipients.add([...new Set(due.map(({ readerId }) => readerId))]);
    const last = due.at(-1);
    if (last === undefined || due.length < FREEZE_BATCH) break;
    after = last;
  }
  await startSending(deps, { key }, enqueueLanes);
}
