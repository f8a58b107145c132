import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { endOfQuietHours } from "../../platform/toronto-time.ts";
import { type DuePosition, dueReaders, isAnyDue, postponeInstant } from "../alerts/alerts.service.ts";
import { enqueueBatches, serveBatch, type StartDelivery, startSending } from "./digest.send.service.ts";
import { deleteAlertsBefore, insertMailing, mailingByKey, openSearchMailings } from "./mailings.repo.ts";

/**
 * Maximum number of recipients whom a queue message emails itself after it found them. Separate messages would have to
 * wait behind all other emails.
 */
const AT_ONCE = 20;

/** Emails a few recipients directly. If there are many recipients, or after a failure, queued batches email them. */
const sendDirectly: StartDelivery = async (deps, key, waiting) => {
  if (waiting <= AT_ONCE) {
    try {
      await serveBatch(deps, key);
      return;
    } catch (error) {
      deps.log.error("alert.not_served_here", error, { mailing: key });
    }
  }
  await enqueueBatches(deps, key, waiting);
};

/** Time after which mailings of alerts are deleted. Editions are kept permanently. */
const ALERTS_KEPT_MS = 90 * DAY_MS;

/** Deletes mailings of alerts past {@link ALERTS_KEPT_MS} at `time`. */
export const pruneAlerts = (deps: Deps, time: Date) =>
  deleteAlertsBefore(deps, new Date(time.getTime() - ALERTS_KEPT_MS));

/**
 * Number of recipients added to a mailing per step, and maximum number of steps per mailing. Further recipients wait
 * for the next mailing.
 */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;

/**
 * Emails the matches that are due at a time, in one email per recipient. Safe to repeat, because no two mailings
 * contain the same matches. While a mailing is in progress, only instant alerts start another mailing.
 * @param nth number that distinguishes mailings of the same second
 */
export async function sendMatches(
  deps: Deps,
  time: Date,
  { nth = 0, startDelivery }: { nth?: number; startDelivery?: StartDelivery } = {},
): Promise<void> {
  const until = endOfQuietHours(time);
  if (until !== null) await postponeInstant(deps, time, until);
  if (!(await isAnyDue(deps, time, false))) return;
  const key = `searches:${time.toISOString().slice(0, 19)}-${nth}`;
  const others = (await openSearchMailings(deps)).filter((mailing) => mailing.key !== key);
  // While one mailing waits for the email service, a new mailing would also have to wait.
  const now = deps.now();
  if (others.some(({ pausedUntil }) => pausedUntil !== null && pausedUntil > now)) return;
  // Instant alerts do not wait for a mailing that is still being prepared or has too many recipients.
  const onlyInstant = others.length > 0;
  if (onlyInstant && !(await isAnyDue(deps, time, true))) return;
  await insertMailing(deps, { key, kind: "searches", scheduledAt: time });
  await addRecipientsAndStartSending(deps, key, { onlyInstant, startDelivery });
}

/**
 * Emails the matches that are due now, directly if there are few recipients.
 * @param nth id of the outbox entry that requests the mailing
 */
export const sendMatchesDirectly = (deps: Deps, nth: number): Promise<void> =>
  sendMatches(deps, deps.now(), { nth, startDelivery: sendDirectly });

/** Adds the recipients of a mailing and starts its delivery. Continues where an interrupted call stopped. */
export async function addRecipientsAndStartSending(
  deps: Deps,
  key: string,
  { onlyInstant = false, startDelivery }: { onlyInstant?: boolean; startDelivery?: StartDelivery | undefined } = {},
): Promise<void> {
  const mailing = await mailingByKey(deps, key);
  if (mailing?.status !== "freezing") return;
  const recipients = deps.mailings(key);
  let after: DuePosition = { dueAt: 0, readerId: 0 };
  for (let step = 0; step < FREEZE_STEPS; step += 1) {
    const due = await dueReaders(deps, mailing.scheduledAt, { after, onlyInstant, limit: FREEZE_BATCH });
    await recipients.add([...new Set(due.map(({ readerId }) => readerId))]);
    const last = due.at(-1);
    if (last === undefined || due.length < FREEZE_BATCH) break;
    after = last;
  }
  await startSending(deps, { key }, startDelivery);
}
