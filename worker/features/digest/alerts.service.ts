import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { quietUntil } from "../../platform/toronto-time.ts";
import { type DuePlace, dueReaders, isAnyDue, postponeInstant } from "../alerts/alerts.service.ts";
import { enqueueBatches, serveBatch, type StartDelivery, startSending } from "./digest.send.service.ts";
import { deleteAlertsBefore, insertMailing, mailingByKey, openSearchMailings } from "./mailings.repo.ts";

/**
 * Number of readers who are served by the message that found them, because another message would queue behind all other
 * mails.
 */
const AT_ONCE = 20;

/** Serves a few recipients directly; if there are more, or after a failure, batches do it. */
const serveDirectly: StartDelivery = async (deps, key, waiting) => {
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

/** Time after which mailings of alerts are deleted; editions are kept permanently. */
const ALERTS_KEPT_MS = 90 * DAY_MS;

/** Deletes mailings of alerts past {@link ALERTS_KEPT_MS} at `time`. */
export const pruneAlerts = (deps: Deps, time: Date) =>
  deleteAlertsBefore(deps, new Date(time.getTime() - ALERTS_KEPT_MS));

/** Readers added to a mailing's recipients per step, and steps per mailing; the others go into the next mailing. */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;

/**
 * Mails the matches that are due at a time, in one mail per address. May be repeated: no two mailings contain the same
 * news. While one is in progress, only instant alerts start another one.
 * @param nth distinguishes mailings of the same second
 */
export async function mailMatches(
  deps: Deps,
  time: Date,
  { nth = 0, startDelivery }: { nth?: number; startDelivery?: StartDelivery } = {},
): Promise<void> {
  const until = quietUntil(time);
  if (until !== null) await postponeInstant(deps, time, until);
  if (!(await isAnyDue(deps, time, false))) return;
  const key = `searches:${time.toISOString().slice(0, 19)}-${nth}`;
  const others = (await openSearchMailings(deps)).filter((mailing) => mailing.key !== key);
  // While a mailing waits for the mail service, the matches of a new one would only have to wait, too.
  const now = deps.now();
  if (others.some(({ pausedUntil }) => pausedUntil !== null && pausedUntil > now)) return;
  // A mailing that is being prepared, or has too many recipients, does not delay instant alerts.
  const onlyInstant = others.length > 0;
  if (onlyInstant && !(await isAnyDue(deps, time, true))) return;
  await insertMailing(deps, { key, kind: "searches", scheduledAt: time });
  await freezeReaders(deps, key, { onlyInstant, startDelivery });
}

/**
 * Mails the matches that are due now, directly if there are few readers. @param nth the id of the outbox entry that
 * requests it
 */
export const mailMatchesDirectly = (deps: Deps, nth: number): Promise<void> =>
  mailMatches(deps, deps.now(), { nth, startDelivery: serveDirectly });

/** Freezes the readers of a mailing and starts its delivery; continues an interrupted one. */
export async function freezeReaders(
  deps: Deps,
  key: string,
  { onlyInstant = false, startDelivery }: { onlyInstant?: boolean; startDelivery?: StartDelivery | undefined } = {},
): Promise<void> {
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
  await startSending(deps, { key }, startDelivery);
}
