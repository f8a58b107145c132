import type { Deps } from "../../platform/deps.ts";
import { readListings } from "../listings/listings.read.service.ts";
import { recipientsOf } from "../subscribers/recipients.service.ts";
import { vipEmailKeys } from "../vip/vip.service.ts";
import { startSending } from "./digest.plan.service.ts";
import { insertMailing, mailingByKey } from "./mailings.repo.ts";

/** Outbox kind: tell VIPs of a listing that was approved for the first time. */
export const VIP_ALERT = "digest.vip_alert";
/** A moderator's slip of the finger can be undone in this time before VIPs are told. */
export const ALERT_DELAY_MS = 120_000;
/** Addresses looked up in one query. */
const BATCH = 90;

const PREFIX = "alert:";
/** The listing that an alert's key names. */
export const listingOfAlert = (key: string) => Number(key.slice(PREFIX.length));

/** Tells VIPs of a listing, if it is still public. Steps may be repeated. */
export async function alertVips(deps: Deps, listingId: number): Promise<void> {
  const key = `${PREFIX}${listingId}`;
  const [listing] = await readListings(deps, [listingId]);
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
  await startSending(deps, key);
}
