import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { quietUntil } from "../../platform/toronto-time.ts";
import { type DuePlace, dueReaders, isAnyDue, postponeInstant } from "../alerts/alerts.service.ts";
import { enqueueBatches, serveBatch, type StartDelivery, startSending } from "./digest.send.service.ts";
import { deleteAlertsBefore, insertMailing, mailingByKey, openSearchMailings } from "./mailings.repo.ts";

/** Readers that are served by the message that found them, because another one would queue behind all other mails. */
const AT_ONCE = 20;

/** Serves few recipients directly; more of them, or a failure, are left to batches. */
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

/** Mailings of alerts are deleted after this time; editions are kept for good. */
const ALERTS_KEPT_MS = 90 * DAY_MS;

/** Deletes mailings of alerts past {@link ALERTS_KEPT_MS} at `time`. */
export const pruneAlerts = (deps: Deps, time: Date) =>
  deleteAlertsBefore(deps, new Date(time.getTime() - ALERTS_KEPT_MS));

/** Readers frozen per step, and steps of one mailing; the next one has the rest. */
const FREEZE_BATCH = 5_000;
const FREEZE_STEPS = 40;

/**
 * Mails what was found and is due at a time, to each address in one mail. May be repeated: what one mailing tells is told by
 * no other. While one is on its way, only instant alerts begin another one.
 * @param nth tells mailings of one second apart
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
  // While a mailing waits for the mail service, the matches of a new one would only wait twice.
  const now = deps.now();
  if (others.some(({ pausedUntil }) => pausedUntil !== null && pausedUntil > now)) return;
  // A mailing that is being made, or has too many recipients, holds up no instant alert.
  const onlyInstant = others.length > 0;
  if (onlyInstant && !(await isAnyDue(deps, time, true))) return;
  await insertMailing(deps, { key, kind: "searches", scheduledAt: time });
  await freezeReaders(deps, key, { onlyInstant, startDelivery });
}

/** Mails what is due now, to few readers without another message. @param nth the number of the work that asks for it */
export const mailMatchesDirectly = (deps: Deps, nth: number): Promise<void> =>
  mailMatches(deps, deps.now(), { nth, startDelivery: serveDirectly });

/** Freezes the readers of a mailing and starts its delivery; goes on with an interrupted one. */
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
