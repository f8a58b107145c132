import { DAY_MS } from "../../contracts/days.ts";
import type { PersonalData } from "../../contracts/subscribers.ts";
import { deleteDeadMessagesAbout } from "../../platform/dead-messages.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutCountedMail } from "../../platform/mail-layout.ts";
import { sendOnce, notifyOfExpiredMail } from "../../platform/mail-once.ts";
import { deleteMailSlots } from "../../platform/mail-slots.ts";
import { outboxEntry, type OutboxHandlers, relaySoon } from "../../platform/outbox.ts";
import { personalBrowsers, removeBrowsersOf } from "../../platform/push.ts";
import { countAttempt, perDay } from "../../platform/rate-limits.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { addressHashOf, emailKeyOf } from "../../platform/suppressions.ts";
import { eraseAlerts, personalSearches } from "../alerts/alerts.service.ts";
import { deleteCodeMails } from "../access/access.service.ts";
import { eraseFollows, personalFollows } from "../forum/follows.service.ts";
import { eraseListings, personalListings } from "../listings/owner/personal-data.service.ts";
import { erasePerson, personalStaffData } from "../people/people.service.ts";
import {
  deleteSubscriber,
  suppressionsAndProofOf,
  subscriberRecord,
} from "../subscribers/subscribers.admin.service.ts";
import { eraseVipAddress, mayBeCharged, vipRecordsOf } from "../vip/vip.service.ts";
import { deleteRequestsBefore, deletePrivacyTraces, insertRequest, requestById } from "./privacy.repo.ts";

/** Maximum number of links emailed to one address per day. */
const MAILS_PER_DAY = 3;
/** How long an emailed link is valid. */
const LINK_MS = DAY_MS;

/**
 * Emails a link to the data stored about an address, if there is any. The response does not reveal whether any is
 * stored.
 */
export async function requestPersonalData(deps: Deps, email: string): Promise<void> {
  const key = `privacy:${await addressHashOf(deps, email)}`;
  if (!(await countAttempt(deps, key, perDay(MAILS_PER_DAY))).allowed) return;
  await outboxEntry(deps, "privacy.mail", { requestId: await insertRequest(deps, emailKeyOf(email)) });
  relaySoon(deps);
}

async function sendLink(deps: Deps, requestId: number): Promise<void> {
  const request = await requestById(deps, requestId);
  if (!request || !(await isAnythingStored(deps, request.email))) return;
  if (isExpired(deps, request)) return notifyOfExpiredMail(deps, "A link to what is stored about an address");
  const url = `${deps.config.siteUrl}/privacy/${await deps.tokens.mint("privacy", request.id, 1)}`;
  const mail = await layOutCountedMail(deps, {
    kind: "privacy.link",
    to: request.email,
    subject: "What we store about you",
    body: [
      "You, or someone using this address, asked what we store about it. This link shows everything and lets you download or erase it. It works for 24 hours.",
      { label: "See what is stored", url },
      "If it wasn’t you, ignore this email. Nobody can see your data without this link.",
    ],
    reason: "You get this email because someone requested it with this address on our site.",
  });
  await sendOnce(deps, `privacy:${request.id}`, mail);
}

const isExpired = (deps: Deps, { createdAt }: { createdAt: Date }) =>
  deps.now().getTime() - createdAt.getTime() > LINK_MS;

async function isAnythingStored(deps: Deps, email: string): Promise<boolean> {
  const { subscription, vip, listings, follows, searches, browsers, person, invitation } = await collect(deps, email);
  const isStaff = person !== null || invitation !== null;
  return (
    isStaff ||
    subscription !== null ||
    vip.length + listings.length + follows.length + searches.length + browsers.length > 0
  );
}

/** @throws AppError `privacy.invalid_link` when the token is invalid or older than a day */
async function requestOfToken(deps: Deps, token: string) {
  const id = deps.tokens.idOf(token);
  const request = id === null ? null : await requestById(deps, id);
  if (request === null || isExpired(deps, request) || !(await deps.tokens.verify(token, "privacy", request.id, 1))) {
    throw new AppError("privacy.invalid_link");
  }
  return request;
}

async function collect(deps: Deps, email: string): Promise<PersonalData> {
  const emailKey = emailKeyOf(email);
  const [subscription, vip, listings, follows, searches, browsers, staff, mail] = await Promise.all([
    subscriberRecord(deps, email),
    vipRecordsOf(deps, emailKey),
    personalListings(deps, email),
    personalFollows(deps, email),
    personalSearches(deps, email),
    addressHashOf(deps, email).then((hash) => personalBrowsers(deps, hash)),
    personalStaffData(deps, email),
    suppressionsAndProofOf(deps, email),
  ]);
  return {
    email,
    madeAt: deps.now().toISOString(),
    subscription,
    vip,
    listings,
    follows,
    searches,
    browsers,
    ...staff,
    ...mail,
  };
}

/**
 * Returns the data stored about the address that an emailed link identifies.
 * @throws AppError `privacy.invalid_link`
 */
export async function readPersonalData(deps: Deps, token: string): Promise<PersonalData> {
  return collect(deps, (await requestOfToken(deps, token)).email);
}

/**
 * Erases the data stored about the address that an emailed link identifies. The remaining data identifies nobody: the
 * existence of listings, and the keyed hash of a suppressed address. The IP address of the request is not logged.
 * @throws AppError `privacy.invalid_link`, 409 `privacy.vip_active` while a subscription may be charged,
 * `person.last_operator`
 */
export async function erasePersonalData(deps: Deps, token: string): Promise<void> {
  const request = await requestOfToken(deps, token);
  const emailKey = emailKeyOf(request.email);
  if (await mayBeCharged(deps, emailKey)) throw new AppError("privacy.vip_active");
  // Runs first, because it fails for the last operator.
  await erasePerson(deps, request.email);
  await eraseListings(deps, request.email);
  await eraseFollows(deps, request.email);
  await eraseAlerts(deps, request.email);
  await deleteSubscriber(deps, request.email);
  await eraseVipAddress(deps, emailKey);
  const addressHash = await addressHashOf(deps, emailKey);
  await removeBrowsersOf(deps, addressHash);
  const [first, ...others] = deletePrivacyTraces(deps, { email: request.email, addressHash });
  await deps.db.batch([
    first,
    ...others,
    ...deleteMailSlots(deps, addressHash),
    ...deleteCodeMails(deps, request.email),
    deleteDeadMessagesAbout(deps, request.email),
  ]);
  deps.log.info("privacy.erased");
}

export const privacyOutbox = {
  "privacy.mail": (deps, { requestId }) => sendLink(deps, requestId),
} satisfies Partial<OutboxHandlers>;

export const privacyJobs: readonly ScheduledJob[] = [
  {
    name: "privacy.forget_requests",
    due: daily,
    run: (deps, time) => deleteRequestsBefore(deps, new Date(time.getTime() - LINK_MS)),
  },
];
