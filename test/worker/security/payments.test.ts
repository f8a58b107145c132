import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { VipCount } from "../../../worker/contracts/vip.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operatorReads } from "../../support/worker/operator.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import {
  at,
  checkoutEvent,
  deliver,
  deliverAll,
  disputeEvent,
  invoiceEvent,
  invoicePaymentEvent,
  pricedItems,
  pricedLines,
  refundEvent,
  storedEvents,
  storedSubscriptions,
  subscriptionEvent,
  type TestEvent,
} from "../../support/worker/stripe.ts";

const OURS = "price_vip";
const OTHER = "price_other";
const RENTER = "renter@example.com";

/** Creates a site that sells VIP access for two prices. */
const shop = (vars: Record<string, string> = {}) =>
  makeSite({ vars: { STRIPE_PRICE_IDS: ` price_vip_yearly, ${OURS} `, ...vars } });

const vipsOf = async (site: Site) =>
  (await operatorReads<VipCount>(site, "/api/stripe/subscriptions")).activeSubscriptions;
const accessOf = async (site: Site) =>
  (await json<{ accessSource: string | null }>(site.fetch("/api/verify-subscription", { json: { email: RENTER } })))
    .accessSource;

const paid = (created: number, price: string | null, values: Record<string, unknown> = {}) =>
  invoiceEvent("paid", created, { ...pricedLines(price), ...values });
const begun = (created: number, price: string, values: Record<string, unknown> = {}) =>
  subscriptionEvent("created", created, { ...pricedItems(price), ...values });

/** Returns all permutations of some things. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) =>
    ordersOf([...things.slice(0, index), ...things.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

describe("VIP access", () => {
  it("is not granted by a checkout event, which contains no price", async () => {
    const site = shop();
    await deliverAll(site, [checkoutEvent(at(0))]);
    expect(await vipsOf(site)).toBe(0);
    expect(await accessOf(site)).toBeNull();
    await site.runQueue();
    expect(await mailsTo(site, RENTER)).toEqual([]);
  });

  it.each<[string, TestEvent]>([
    ["a subscription item", begun(at(1), OURS)],
    ["a subscription item with an expanded price", subscriptionEvent("created", at(1), pricedItems({ id: OURS }))],
    ["an invoice line", paid(at(1), OURS)],
    ["an invoice line of the older API", invoiceEvent("paid", at(1), { lines: { data: [{ price: { id: OURS } }] } })],
  ])("begins with %s that contains one of our prices", async (_, event) => {
    const site = shop();
    await deliverAll(site, [checkoutEvent(at(0)), event]);
    expect(await vipsOf(site)).toBe(1);
    expect(await accessOf(site)).toBe("VIP subscription");
    await site.runQueue();
    expect((await mailsTo(site, RENTER)).map(({ subject }) => subject)).toEqual([expect.stringContaining("VIP")]);
  });

  const purchase = [checkoutEvent(at(0)), begun(at(0), OURS), paid(at(0), OURS)];
  it.each(ordersOf([0, 1, 2]))("and one welcome email follow a purchase in event order %i%i%i", async (...order) => {
    const site = shop();
    for (const index of order) {
      await deliverAll(site, purchase.slice(index, index + 1));
      await site.runQueue();
    }
    expect(await accessOf(site)).toBe("VIP subscription");
    expect(await mailsTo(site, RENTER)).toHaveLength(1);
    expect(await vipsOf(site)).toBe(1);
  });

  it.each<[string, TestEvent[]]>([
    ["another product for a dollar", [checkoutEvent(at(0)), begun(at(1), OTHER), paid(at(1), OTHER)]],
    ["a product without a price", [checkoutEvent(at(0)), subscriptionEvent("created", at(1)), paid(at(1), null)]],
    ["a price whose name begins like ours", [checkoutEvent(at(0)), begun(at(1), `${OURS}_cheap`)]],
    [
      "a bill of ours that was not paid",
      [checkoutEvent(at(0)), invoiceEvent("payment_failed", at(1), pricedLines(OURS))],
    ],
  ])("is not bought with %s", async (_, events) => {
    const site = shop();
    await deliverAll(site, events);
    await site.runQueue();
    expect(await vipsOf(site)).toBe(0);
    expect(await accessOf(site)).toBeNull();
    expect(await mailsTo(site, RENTER)).toEqual([]);
  });

  it("ends when a subscription is changed to another product", async () => {
    const site = shop();
    await deliverAll(site, [
      checkoutEvent(at(0)),
      begun(at(0), OURS),
      subscriptionEvent("updated", at(9), pricedItems(OTHER)),
    ]);
    expect(await accessOf(site)).toBeNull();
    // An earlier invoice that arrives late does not restore access.
    await deliverAll(site, [paid(at(1), OURS)]);
    expect(await accessOf(site)).toBeNull();
  });

  it("of other products is deleted after a month, unlike ours", { tags: ["rest"] }, async () => {
    const site = shop();
    await deliverAll(site, [checkoutEvent(at(0)), { ...begun(at(0), OURS, { id: "sub_2" }), id: "evt_2" }]);
    await site.tick(new Date(site.clock.now.getTime() + 31 * 86_400_000));
    expect((await storedSubscriptions()).map(({ id }) => id)).toEqual(["sub_2"]);
  });

  it("is neither sold nor granted in production if no prices are configured", async () => {
    const vars = { APP_ENV: "production", STRIPE_PRICE_IDS: " , ", VIP_CHECKOUT_URL: "https://buy.stripe.com/x" };
    const site = makeSite({ vars });
    const response = await deliver(site, { ...begun(at(0), OURS), livemode: true });
    expect(response.status).toBe(503);
    expect(await json(response)).toMatchObject({ code: "vip.not_configured" });
    expect(await storedEvents()).toEqual([]);
    expect(await json(site.fetch("/api/vip"))).toMatchObject({ checkoutUrl: null });
  });

  it("is not granted in production by events of Stripe's test mode", async () => {
    const site = shop({ APP_ENV: "production" });
    const response = await deliver(site, { ...begun(at(0), OURS), livemode: false });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: "vip.test_event" });
    expect(await storedEvents()).toEqual([]);
    expect((await deliver(site, { ...begun(at(0), OURS), livemode: true })).status).toBe(200);
    expect(await storedSubscriptions()).toHaveLength(1);
  });
});

describe("the reversal of a payment", () => {
  const PAYMENTS = { payment_intent: "pi_1", charge: "ch_1" };
  const bought = [checkoutEvent(at(0)), begun(at(0), OURS)];

  it.each<[string, Record<string, unknown>, TestEvent[]]>([
    ["a full refund found by its charge", { charge: "ch_1" }, [refundEvent(at(9))]],
    ["a full refund found by its payment intent", { payment_intent: "pi_1" }, [refundEvent(at(9))]],
    ["a dispute found by its charge", { charge: { id: "ch_1" } }, [disputeEvent("created", at(9))]],
    ["a dispute found by its payment intent", { payment_intent: "pi_1" }, [disputeEvent("created", at(9))]],
    [
      "a refund of an invoice that lists its payments",
      { payments: { data: [{ payment: { type: "payment_intent", payment_intent: "pi_1" } }] } },
      [refundEvent(at(9))],
    ],
    [
      "a refund of an invoice whose payment is an event of its own",
      {},
      [invoicePaymentEvent(at(2)), refundEvent(at(9))],
    ],
  ])("ends access: %s", async (_, payments, events) => {
    const site = shop();
    await deliverAll(site, [...bought, paid(at(1), OURS, payments)]);
    expect(await accessOf(site)).toBe("VIP subscription");
    await deliverAll(site, events);
    expect(await accessOf(site)).toBeNull();
    expect(await vipsOf(site)).toBe(0);
    // Stripe still reports the subscription as active.
    await deliverAll(site, [subscriptionEvent("updated", at(20), pricedItems(OURS))]);
    expect(await accessOf(site)).toBeNull();
  });

  const events = [begun(at(0), OURS), paid(at(1), OURS, { payment_intent: "pi_1" }), refundEvent(at(9))];
  it.each(ordersOf([0, 1, 2]))("ends access in the order %i%i%i of purchase, invoice and refund", async (...order) => {
    const site = shop();
    await deliverAll(site, [checkoutEvent(at(0)), ...order.flatMap((index) => events[index] ?? [])]);
    expect(await accessOf(site)).toBeNull();
    expect(await vipsOf(site)).toBe(0);
  });

  it.each([
    ["a partial refund", refundEvent(at(9), { refunded: false, amount_refunded: 100 })],
    ["for another payment of the account", refundEvent(at(9), { id: "ch_2", payment_intent: "pi_2" })],
    ["a dispute that ended without a loss of ours alone", disputeEvent("closed", at(9), { status: "won" })],
  ])("changes nothing if it is %s", async (_, event) => {
    const site = shop();
    await deliverAll(site, [...bought, paid(at(1), OURS, PAYMENTS), event]);
    expect(await accessOf(site)).toBe("VIP subscription");
  });

  it("allows access again with the next paid invoice or a won dispute, but not with a lost one", async () => {
    const site = shop();
    await deliverAll(site, [...bought, paid(at(1), OURS, PAYMENTS), disputeEvent("created", at(9))]);
    await deliverAll(site, [{ ...disputeEvent("closed", at(10), { status: "lost" }), id: "evt_lost" }]);
    expect(await accessOf(site)).toBeNull();
    await deliverAll(site, [disputeEvent("closed", at(11), { status: "won" })]);
    expect(await accessOf(site)).toBe("VIP subscription");
    await deliverAll(site, [refundEvent(at(12))]);
    expect(await accessOf(site)).toBeNull();
    await deliverAll(site, [{ ...disputeEvent("closed", at(13), { status: "won" }), id: "evt_late" }]);
    expect(await accessOf(site)).toBeNull();
    await deliverAll(site, [paid(at(30), OURS, { id: "in_2", payment_intent: "pi_2" })]);
    expect(await accessOf(site)).toBe("VIP subscription");
    expect(await vipsOf(site)).toBe(1);
  });

  const firstBill = paid(at(1), OURS, { id: "in_1", charge: "ch_1", payment_intent: "pi_1", amount_paid: 499 });
  const secondBill = paid(at(5), OURS, { id: "in_2", charge: "ch_2", payment_intent: "pi_2", amount_paid: 499 });
  const laterBill = paid(at(30), OURS, { id: "in_3", charge: "ch_3", payment_intent: "pi_3", amount_paid: 499 });
  const nothingPaid = (created: number) =>
    paid(created, OURS, { id: `in_0_${created}`, payment_intent: null, charge: null, amount_paid: 0 });
  const second = { id: "ch_2", charge: "ch_2", payment_intent: "pi_2" };

  it.each<[string, TestEvent]>([
    ["a dispute of the first bill of two", disputeEvent("created", at(9))],
    ["a refund of the first bill of two", refundEvent(at(9))],
    ["a dispute of the second", disputeEvent("created", at(9), second)],
    ["a refund of the second", refundEvent(at(9), second)],
  ])("ends access, and only a later payment restores it: %s", { tags: ["rest"] }, async (_, reversal) => {
    // Only the time of each event must matter, and not the order of delivery.
    for (const events of ordersOf([firstBill, secondBill, reversal])) {
      const site = shop();
      await env.DB.batch(
        ["vip_subscriptions", "vip_invoices", "vip_payments", "stripe_events"].map((table) =>
          env.DB.prepare(`DELETE FROM ${table}`),
        ),
      );
      const told = events.map(({ type }) => type).join();
      await deliverAll(site, [...bought, ...events]);
      expect(await accessOf(site), told).toBeNull();
      // A credit, a coupon or a change of plan leads to an invoice of zero.
      await deliverAll(site, [nothingPaid(at(20))]);
      expect(await accessOf(site), told).toBeNull();
      await deliverAll(site, [subscriptionEvent("updated", at(21), pricedItems(OURS)), laterBill]);
      expect(await accessOf(site), told).toBe("VIP subscription");
    }
  });

  it("ends access even when the later invoice was reported first", async () => {
    const site = shop();
    await deliverAll(site, [...bought, firstBill, laterBill, refundEvent(at(9))]);
    expect(await accessOf(site)).toBe("VIP subscription");
    await deliverAll(site, [disputeEvent("created", at(31), { charge: "ch_3", payment_intent: "pi_3" })]);
    expect(await accessOf(site)).toBeNull();
  });

  const won = { ...disputeEvent("closed", at(12), { status: "won" }), id: "evt_won" };
  const refund = refundEvent(at(11));
  const disputed = disputeEvent("created", at(9));
  it.each(ordersOf([0, 1, 2]))("ends access with a refund and a won dispute, in order %i%i%i", async (...order) => {
    const site = shop();
    const told = [disputed, refund, won];
    await deliverAll(site, [...bought, firstBill, ...order.flatMap((index) => told[index] ?? [])]);
    expect(await accessOf(site)).toBeNull();
  });

  it.each(ordersOf([0, 1]))("has no effect after a won dispute, in order %i%i", async (...order) => {
    const site = shop();
    const told = [disputed, won];
    await deliverAll(site, [...bought, firstBill, ...order.flatMap((index) => told[index] ?? [])]);
    expect(await accessOf(site)).toBe("VIP subscription");
  });

  it("is not offset by an invoice of 0, while trials and gifts follow the subscription itself", async () => {
    const site = shop();
    await deliverAll(site, [checkoutEvent(at(0)), nothingPaid(at(1))]);
    expect(await accessOf(site)).toBeNull();
    await deliverAll(site, [begun(at(0), OURS, { status: "trialing" })]);
    expect(await accessOf(site)).toBe("VIP subscription");
    await deliverAll(site, [subscriptionEvent("updated", at(9), { ...pricedItems(OURS), status: "past_due" })]);
    await deliverAll(site, [nothingPaid(at(10))]);
    expect(await accessOf(site)).toBeNull();
    await deliverAll(site, [subscriptionEvent("updated", at(11), pricedItems(OURS))]);
    expect(await accessOf(site)).toBe("VIP subscription");
  });

  it("includes payments outside of Stripe", async () => {
    const site = shop();
    const pastStripe = { id: "in_9", amount_paid: 0, amount_paid_off_stripe: 499 };
    await deliverAll(site, [...bought, firstBill, refundEvent(at(9)), paid(at(12), OURS, pastStripe)]);
    expect(await accessOf(site)).toBe("VIP subscription");
  });

  it("is traced to its invoice for 540 days, because disputes are possible until then", async () => {
    const site = shop();
    await deliverAll(site, [...bought, paid(at(1), OURS, PAYMENTS)]);
    const count = () =>
      env.DB.prepare("SELECT (SELECT count(*) FROM vip_invoices) + (SELECT count(*) FROM vip_payments) AS n").first(
        "n",
      );
    const later = (days: number) => new Date(site.clock.now.getTime() + days * 86_400_000);
    await site.runJob("vip.prune", later(539));
    expect(await count()).toBe(3);
    await site.runJob("vip.prune", later(541));
    expect(await count()).toBe(0);
  });
});
