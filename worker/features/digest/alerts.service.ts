import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { quietUntil } from "../../platform/toronto-time.ts";
import { type DuePlace, dueReaders, isAnyDue, postponeInstant } from "../alerts/alerts.service.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { recipientsOf } from "../subscribers/recipients.service.ts";
import { vipEmailKeys } from "../vip/vip.service.ts";
import { enqueueLanes, type StartDelivery, startSending } from "./digest.plan.service.ts";
import { serveLane } from "./digest.send.service.ts";
import {
  alertKey,
  deleteAlertsBefore,
  insertMailing,
  mailingByKey,
  updateMailing,
  openSearchMailings,
} from "./mailings.repo.ts";

/** Addresses per query. */
const BATCH = 1_000;

/**
 * VIPs that are served by the alert's own queue message, because another message would queue behind all other mails.
 */
const AT_ONCE = 20;

/** Serves few recipients directly; more of them, or a failure, are left to lanes. */
const serveDirectly: StartDelivery = async (deps, key, waiting) => {
  if (waiting <= AT_ONCE) {
    try {
      await serveLane(deps, key);
      return;
    } catch (error) {
      deps.log.error("alert.not_served_here", error, { mailing: key });
    }
  }
  await enqueueLanes(deps, key, waiting);
};

/** Alerts VIPs about a listing if it is still public, directly if they are few. */
export const alertVipsDirectly = (deps: Deps, listingId: number): Promise<void> =>
  alertVips(deps, listingId, serveDirectly);

/**
 * Alerts VIPs once about a listing that is still public and awaits no confirmation. May be repeated after a failure.
 */
export async function alertVips(deps: Deps, listingId: number, startDelivery?: StartDelivery): Promise<void> {
  const key = alertKey(listingId);
  const [listing] = await readAnnounced(deps, [listingId]);
  if (!listing) return;
  await insertMailing(deps, { key, kind: "alert", scheduledAt: deps.now(), listingIds: [listingId] });
  const mailing = await mailingByKey(deps, key);
  if (mailing?.status !== "freezing") return;
  const recipients = deps.mailings(key);
  let after = "";
  for (;;) {
    const emails = await vipEmailKeys(deps, after, BATCH);
    const last = emails.at(-1);
    if (last === undefined) break;
    await recipients.add(await recipientsOf(deps, emails));
    after = last;
  }
  // Without recipients, no Durable Object is created.
  if (after === "") await updateMailing(deps, key, { status: "done", finishedAt: deps.now() });
  else await startSending(deps, { key }, startDelivery);
}

/** Alerts are deleted after this time; editions are kept for good. */
const ALERTS_KEPT_MS = 90 * DAY_MS;

/** Deletes alerts past {@link ALERTS_KEPT_MS} at `time`. */
export const pruneAlerts = (deps: Deps, time: Date) =>
  deleteAlertsBefore(deps, new Date(time.getTime() - ALERTS_KEPT_MS));

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
  // While a mailing waits for the mail service or a provider, the finds of a new one would only wait twice.
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
