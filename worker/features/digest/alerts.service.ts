import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import { readAnnounced } from "../listings/reading/listings.read.service.ts";
import { recipientsOf } from "../subscribers/recipients.service.ts";
import { vipEmailKeys } from "../vip/vip.service.ts";
import { enqueueLanes, type StartDelivery, startSending } from "./digest.plan.service.ts";
import { serveLane } from "./digest.send.service.ts";
import { alertKey, deleteAlertsBefore, insertMailing, mailingByKey, updateMailing } from "./mailings.repo.ts";

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
