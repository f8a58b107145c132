import type { Deps } from "../../platform/deps.ts";
import { readAnnounced } from "../listings/core/listings.read.service.ts";
import { recipientsOf } from "../subscribers/recipients.service.ts";
import { vipEmailKeys } from "../vip/vip.service.ts";
import { openLanes, type Senders, startSending } from "./digest.plan.service.ts";
import { sendSome } from "./digest.send.service.ts";
import { alertKey, deleteAlertsBefore, insertMailing, mailingByKey, updateMailing } from "./mailings.repo.ts";

/** Addresses looked up in one query. */
const BATCH = 1_000;

/** VIPs that an alert's own message serves: one more message would stand at the end of the queue of mails. */
const AT_ONCE = 20;

/** Serves a few recipients here; what goes wrong, and more of them, is left to messages of their own. */
const serveFew: Senders = async (deps, key, waiting) => {
  if (waiting <= AT_ONCE) {
    try {
      await sendSome(deps, key);
      return;
    } catch (error) {
      deps.log.error("alert.not_served_here", error, { mailing: key });
    }
  }
  await openLanes(deps, key, waiting);
};

/** Tells VIPs of a listing, if it is still public, and serves them by this message if they are few. */
export const alertVipsNow = (deps: Deps, listingId: number): Promise<void> => alertVips(deps, listingId, serveFew);

/** Tells VIPs of a listing, if it is still public and awaits no confirmation; once. Steps may be repeated. */
export async function alertVips(deps: Deps, listingId: number, serve?: Senders): Promise<void> {
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
  // Without anybody to tell, the object that would remember them is not made.
  if (after === "") await updateMailing(deps, key, { status: "done", finishedAt: deps.now() });
  else await startSending(deps, key, serve);
}

/** Alerts are kept this long; of an edition its summary remains, for good. */
const ALERTS_KEPT_MS = 90 * 86_400_000;

/** Deletes what is known of alerts that are so old at `time`. */
export const pruneAlerts = (deps: Deps, time: Date) =>
  deleteAlertsBefore(deps, new Date(time.getTime() - ALERTS_KEPT_MS));
