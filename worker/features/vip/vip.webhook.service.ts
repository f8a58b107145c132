import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { subscribeVip } from "../subscribers/subscribers.service.ts";
import { openWebhook } from "./stripe.ts";
import { readStripeEvent, type VipChange } from "./stripe-events.ts";
import { isEnded } from "./vip.policy.ts";
import {
  hasEvent,
  insertEvent,
  markWelcomed,
  subscriptionsByIds,
  updateByInvoice,
  upsertAddress,
  upsertState,
} from "./vip.repo.ts";

/** Outbox kind: somebody bought VIP access and gets its mails from now on. */
export const VIP_STARTED = "vip.started";

/** States that an invoice's outcome changes; in the others only the subscription's own events count. */
const PAID_FROM = ["active", "past_due", "incomplete"];
const UNPAID_FROM = ["active", "trialing", "past_due"];

/**
 * Takes an event of Stripe's. Each counts once, in whatever order they come: the state is that of the newest.
 * @throws AppError 503 `vip.not_configured`, 400 `vip.invalid_signature`, 400 `request.malformed`
 */
export async function takeStripeEvent(deps: Deps, payload: Uint8Array, signature: string | undefined): Promise<void> {
  const event = readStripeEvent(await openWebhook(deps, payload, signature));
  if (!event) throw new AppError("request.malformed");
  const { change, type } = event;
  if (await hasEvent(deps, event.id)) {
    deps.log.info("vip.event_repeated", { type });
    return;
  }
  await deps.db.batch([insertEvent(deps, event), ...(change ? statementsOf(deps, change) : [])]);
  deps.log.info("vip.event", { type, isUsed: change !== null });
  if (change?.kind === "checkout") relaySoon(deps);
}

/** Behind the statement that stores the event. */
function statementsOf(deps: Deps, change: VipChange): BatchItem<"sqlite">[] {
  if (change.kind === "subscription") return [upsertState(deps, change.state, change.stateFrom)];
  if (change.kind === "invoice") {
    const status = change.isPaid ? "active" : "past_due";
    return [updateByInvoice(deps, { ...change, status }, change.isPaid ? PAID_FROM : UNPAID_FROM)];
  }
  return [
    // Right behind the event's own statement, on which it depends: a purchase is welcomed once.
    ...(change.isPaid && change.emailKey ? [outboxIfChanged(deps, VIP_STARTED, { subscriptionId: change.id })] : []),
    upsertAddress(deps, { ...change, status: change.isPaid ? "active" : "incomplete" }),
  ];
}

/** The purchase is the consent to the mails, unless it is over by now. Repeating it changes nothing. */
export async function welcomeVip(deps: Deps, payload: Record<string, unknown>): Promise<void> {
  const [row] = await subscriptionsByIds(deps, [String(payload.subscriptionId)]);
  if (!row?.emailKey || isEnded(row.status)) return;
  await subscribeVip(deps, { email: row.emailKey, about: row.id, claim: markWelcomed(deps, row.id) });
}
