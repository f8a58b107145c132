import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Listener } from "../../platform/events.ts";
import type { OutboxHandler, OutboxHandlers } from "../../platform/outbox.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { buyerToWelcome } from "../vip/vip.service.ts";
import { recordGoal } from "../visitors/visitors.service.ts";
import {
  deleteDaysBefore,
  deleteSubscribers,
  endUnconfirmedSignUps,
  subscribersToDelete,
  subscriberById,
  subscribersWithVip,
} from "./subscribers.repo.ts";
import {
  alreadySubscribedMail,
  confirmationMail,
  confirmButtonMail,
  vipMail,
  welcomeMail,
} from "./subscribers.mail.ts";
import { findSubscriber, subscribeVip } from "./subscribers.service.ts";

/** Time after which unconfirmed sign-ups are deleted. */
const PENDING_MS = 30 * DAY_MS;
/** How long an ended consent is kept as proof (CASL, section 15: three years). */
const PROOF_MS = 3 * 365 * DAY_MS;
/** How long the daily changes of the list are kept. Only two days are shown. */
const DAYS_KEPT_MS = 62 * DAY_MS;
const BATCH = 500;
const ROUNDS = 20;

const sendSignUpMail: OutboxHandler<"subscriber.sign_up_mail"> = async (deps, { subscriberId, about }) => {
  const subscriber = await subscriberById(deps, subscriberId);
  const isKnown = subscriber?.status === "confirmed";
  if (!subscriber || !(isKnown || subscriber.status === "pending")) return;
  const mail = await (isKnown ? alreadySubscribedMail : confirmationMail)(deps, subscriber);
  await sendOnce(deps, `subscriber:${subscriber.id}:sign-up:${about}`, mail);
};

const sendButtonMail: OutboxHandler<"subscriber.button_mail"> = async (deps, { subscriberId, about }) => {
  const subscriber = await subscriberById(deps, subscriberId);
  if (subscriber?.status !== "pending") return;
  await sendOnce(deps, `subscriber:${subscriber.id}:button:${about}`, await confirmButtonMail(deps, subscriber));
};

const sendWelcomeMail: OutboxHandler<"subscriber.welcome_mail"> = async (deps, { subscriberId, about }) => {
  const [found] = await subscribersWithVip(deps, [subscriberId]);
  if (found?.subscriber.status !== "confirmed") return;
  const { subscriber, isVip } = found;
  await sendOnce(deps, `subscriber:${subscriber.id}:welcome:${about}`, await welcomeMail(deps, subscriber, isVip));
};

/** Sends the email that follows a purchase, to new and existing subscribers. */
const sendVipMail: OutboxHandler<"subscriber.vip_mail"> = async (deps, { subscriberId, about }) => {
  const subscriber = await subscriberById(deps, subscriberId);
  if (subscriber?.status !== "confirmed") return;
  await sendOnce(deps, `vip:${about}:welcome`, await vipMail(deps, subscriber));
};

/**
 * Subscribes a buyer of VIP access, unless the subscription that was bought has ended. The purchase counts as consent
 * to emails. A repeated call changes nothing.
 */
const welcomeVip: OutboxHandler<"vip.started"> = async (deps, { subscriptionId }) => {
  const buyer = await buyerToWelcome(deps, subscriptionId);
  if (!buyer) return;
  await subscribeVip(deps, { ...buyer, about: subscriptionId });
  const subscriber = await findSubscriber(deps, { email: buyer.email });
  await recordGoal(deps, subscriber?.sessionId ?? null, "vip");
};

/** Listener that welcomes confirmed subscribers. */
export const welcomeConfirmed: Listener<"subscriber.confirmed"> = ({ subscriberId, confirmVersion: about }) => ({
  kind: "subscriber.welcome_mail",
  payload: { subscriberId, about },
});

/** Deletes sign-ups that were never confirmed, and former subscribers whose consent no longer needs to be proven. */
async function forgetSubscribers(deps: Deps, time: Date): Promise<void> {
  const limits = {
    pendingBefore: new Date(time.getTime() - PENDING_MS),
    leftBefore: new Date(time.getTime() - PROOF_MS),
    limit: BATCH,
  };
  await endUnconfirmedSignUps(deps, limits.pendingBefore);
  await deleteDaysBefore(deps, torontoDay(new Date(time.getTime() - DAYS_KEPT_MS)));
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await subscribersToDelete(deps, limits);
    if (ids.length > 0) await deps.db.batch(deleteSubscribers(deps, ids));
    if (ids.length < BATCH) return;
  }
}

export const subscriberOutbox = {
  "subscriber.sign_up_mail": sendSignUpMail,
  "subscriber.button_mail": sendButtonMail,
  "subscriber.welcome_mail": sendWelcomeMail,
  "subscriber.vip_mail": sendVipMail,
  "vip.started": welcomeVip,
} satisfies Partial<OutboxHandlers>;

export const subscriberJobs: readonly ScheduledJob[] = [
  { name: "subscribers.forget", due: daily, run: forgetSubscribers },
];
