import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { relaySoon } from "../../platform/outbox.ts";
import {
  linkPayments,
  recomputePaidSubscriptions,
  recomputeSubscriptions,
  reversePayments,
  storeInvoice,
} from "./payments.repo.ts";
import { openWebhook } from "./stripe.ts";
import { readStripeEvent, type VipChange } from "./stripe-events.ts";
import { isListed } from "./vip.policy.ts";
import {
  hasEvent,
  insertEvent,
  insertState,
  markListed,
  updateByInvoice,
  upsertAddress,
  upsertState,
  welcomeIfDue,
} from "./vip.repo.ts";

/** States that an invoice changes; in others only the subscription's own events count. */
const PAID_FROM = ["active", "past_due", "incomplete"];
const UNPAID_FROM = ["active", "trialing", "past_due"];

/**
 * Processes a Stripe event once, in any order: the newest determines the state.
 * @throws AppError 503 `vip.not_configured`, 400 `vip.invalid_signature`, 400 `vip.test_event` for Stripe's test mode
 * in production, 400 `request.malformed`
 */
export async function takeStripeEvent(deps: Deps, payload: Uint8Array, signature: string | undefined): Promise<void> {
  const event = readStripeEvent(await openWebhook(deps, payload, signature));
  if (!event) throw new AppError("request.malformed");
  if (!event.isLive && !deps.config.isDevelopment) throw new AppError("vip.test_event");
  const { change, type } = event;
  if (await hasEvent(deps, event.id)) {
    deps.log.info("vip.event_repeated", { type });
    return;
  }
  await deps.db.batch([insertEvent(deps, event), ...(change ? statementsOf(deps, change) : [])]);
  deps.log.info("vip.event", { type, isUsed: change !== null });
  if (change) relaySoon(deps);
}

/** The statements of an event, ending with those that derive access and welcome buyers. */
function statementsOf(deps: Deps, change: VipChange): BatchItem<"sqlite">[] {
  const settled = (id: string) => [recomputeSubscriptions(deps, [id]), welcomeIfDue(deps, [id])];
  switch (change.kind) {
    case "subscription": {
      const { prices, ...state } = change.subscription;
      const stored = { ...state, isListed: isListed(deps.config, prices) };
      return [upsertState(deps, stored, change.stateFrom), ...settled(state.id)];
    }
    case "checkout": {
      const { kind: _kind, isPaid, ...checkout } = change;
      // A checkout contains no price: with configured prices, the subscription or its invoice decides.
      const listed = isListed(deps.config, []);
      const status = isPaid && listed ? "active" : "incomplete";
      return [upsertAddress(deps, { ...checkout, status, isListed: listed }), ...settled(checkout.id)];
    }
    case "invoice":
      // Invoices of 0 are ignored: the subscription itself tells about trials and gifts.
      if (change.isPaid && !change.invoice.isForMoney) return [];
      return [...invoiceStatements(deps, change), ...settled(change.invoice.subscriptionId)];
    case "payment":
      return [
        ...linkPayments(deps, change.invoiceId, change.paymentIds),
        recomputePaidSubscriptions(deps, change.paymentIds),
      ];
    case "reversal":
      break;
  }
  return [...reversePayments(deps, change.paymentIds, change), recomputePaidSubscriptions(deps, change.paymentIds)];
}

function invoiceStatements(
  deps: Deps,
  { isPaid, invoice, stateFrom }: Extract<VipChange, { kind: "invoice" }>,
): BatchItem<"sqlite">[] {
  const { subscriptionId: id, customerId, periodEnd } = invoice;
  if (!isPaid) return [updateByInvoice(deps, { id, status: "past_due", periodEnd: null, stateFrom }, UNPAID_FROM)];
  const started = { id, customerId, emailKey: null, status: "active", currentPeriodEnd: periodEnd };
  return [
    storeInvoice(deps, invoice, stateFrom),
    ...linkPayments(deps, invoice.invoiceId, invoice.paymentIds),
    // Paying one of our prices grants access even before the subscription's own event.
    ...(invoice.prices.length > 0 && isListed(deps.config, invoice.prices)
      ? [
          insertState(deps, { ...started, cancelAtPeriodEnd: false, isListed: true }, stateFrom),
          markListed(deps, id, stateFrom),
        ]
      : []),
    updateByInvoice(deps, { id, status: "active", periodEnd, stateFrom }, PAID_FROM),
  ];
}
