import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Audience } from "../../../worker/contracts/subscribers.ts";
import type { VipCount } from "../../../worker/contracts/vip.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operatorReads } from "../../support/worker/operator.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import {
  at,
  checkoutEvent,
  deliver,
  deliverAll,
  invoiceEvent,
  otherEvent,
  PERIOD_END,
  sign,
  storedEvents,
  storedSubscriptions,
  subscription,
  subscriptionEvent,
  type TestEvent,
} from "../../support/worker/stripe.ts";
import { linkIn, statusOf as subscriberStatus, subscribe } from "../../support/worker/subscribers.ts";

const vipsOf = async (site: Site) =>
  (await operatorReads<VipCount>(site, "/api/stripe/subscriptions")).activeSubscriptions;
const membersOf = async (site: Site) => {
  await site.runQueue();
  return (await operatorReads<Audience>(site, "/api/mailchimp/audience")).memberCount;
};
const statusOf = async () => (await storedSubscriptions())[0]?.status;

/** Returns all permutations of some things. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) =>
    ordersOf([...things.slice(0, index), ...things.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

describe("an event that Stripe did not sign", () => {
  const event = subscriptionEvent("created", at(0));
  const payload = JSON.stringify(event);

  it.each<[string, (site: Site) => Promise<Response>]>([
    ["without a signature", (site) => deliver(site, event, { header: null })],
    ["with an empty signature", (site) => deliver(site, event, { header: "" })],
    ["with a text as its signature", (site) => deliver(site, event, { header: "trust me" })],
    ["with a time and no signature", (site) => deliver(site, event, { header: `t=${at(0)}` })],
    ["with a signature of zeros", (site) => deliver(site, event, { header: `t=${at(0)},v1=${"0".repeat(64)}` })],
    ["with an empty signature of the right kind", (site) => deliver(site, event, { header: `t=${at(0)},v1=` })],
    ["signed with another secret", (site) => deliver(site, event, { secret: "whsec_other" })],
    ["signed with an empty secret", (site) => deliver(site, event, { secret: " " })],
    [
      "signed in the scheme of Stripe's test mode",
      async (site) => deliver(site, event, { header: (await sign(payload, at(0))).replace("v1=", "v0=") }),
    ],
    ["whose body was changed", (site) => deliver(site, event, { body: payload.replace("cus_1", "cus_2") })],
    ["whose body got a space", (site) => deliver(site, event, { body: `${payload} ` })],
    ["whose body was formatted anew", (site) => deliver(site, event, { body: JSON.stringify(event, null, 2) })],
    ["whose body was cut", (site) => deliver(site, event, { body: payload.slice(0, -1) })],
    ["whose body is gone", (site) => deliver(site, event, { body: "" })],
    ["with the signature of another event", async (site) => deliver(site, event, { header: await sign("{}", at(0)) })],
    [
      "whose time was moved to now",
      async (site) =>
        deliver(site, event, { header: (await sign(payload, at(-900))).replace(String(at(-900)), String(at(0))) }),
    ],
    ["signed 301 seconds ago", (site) => deliver(site, event, { signedAt: at(-301) })],
    ["signed a day ago", (site) => deliver(site, event, { signedAt: at(-86_400) })],
    ["signed 301 seconds in the future", (site) => deliver(site, event, { signedAt: at(301) })],
    [
      "signed in the future, with a second time that is now",
      async (site) => deliver(site, event, { header: `t=${at(0)},${await sign(payload, at(86_400))}` }),
    ],
    [
      "signed over a time that is no number",
      async (site) => deliver(site, event, { header: (await sign(payload, at(0))).replace(`t=${at(0)}`, "t=NaN") }),
    ],
  ])("%s is rejected and changes nothing", async (_, send) => {
    const site = makeSite();
    const response = await send(site);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: "vip.invalid_signature" });
    expect(await storedEvents()).toEqual([]);
    expect(await storedSubscriptions()).toEqual([]);
  });

  it.each([-300, -1, 0, 300])(
    "is accepted with a correct signature whose time is %i seconds from now",
    async (seconds) => {
      const response = await deliver(makeSite(), event, { signedAt: at(seconds) });
      expect(response.status).toBe(200);
      expect(await json(response)).toEqual({ received: true });
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("is accepted if one of several signatures matches, as during a change of secrets", async () => {
    const site = makeSite();
    const header = `${await sign(payload, at(0))},v1=${"1".repeat(64)}`;
    expect((await deliver(site, event, { header })).status).toBe(200);
    expect(await vipsOf(site)).toBe(1);
  });

  it("is rejected unread without a secret", async () => {
    const response = await deliver(makeSite({ vars: { STRIPE_WEBHOOK_SECRET: "" } }), event);
    expect(response.status).toBe(503);
    expect(await json(response)).toMatchObject({ code: "vip.not_configured" });
  });

  it("of more than 64 KB is rejected, whether declared or streamed", async () => {
    const site = makeSite();
    const large = JSON.stringify({ ...event, filling: "x".repeat(65_536) });
    expect((await deliver(site, large)).status).toBe(413);
    expect(await storedEvents()).toEqual([]);
  });

  it("is accepted from a banned network", async () => {
    const site = makeSite();
    await env.DB.prepare(
      "INSERT INTO bans (ip_address, network, reason, created_at) VALUES ('203.0.113.7', '203.0.113.7', 'spam', 0)",
    ).run();
    expect((await deliver(site, event)).status).toBe(200);
  });
});

describe("a signed body that is not an event", () => {
  it.each([
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    "{",
    '{"id":"evt_1"}',
    '{"id":"","type":"invoice.paid","created":1,"data":{"object":{}}}',
    '{"id":"evt_1","type":"invoice.paid","created":"now","data":{"object":{}}}',
    '{"id":"evt_1","type":"invoice.paid","created":1e300,"data":{"object":{}}}',
    '{"id":"evt_1","type":"invoice.paid","created":-1,"data":{"object":{}}}',
    '{"id":"evt_1","type":"invoice.paid","created":1,"data":null}',
    '{"id":"evt_1","type":"invoice.paid","created":1,"data":{"object":[]}}',
    '{"id":"evt_1","object":"v2.core.event","type":"invoice.paid"}',
  ])("is rejected: %s", async (payload) => {
    const response = await deliver(makeSite(), payload);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: "request.malformed" });
    expect(await storedEvents()).toEqual([]);
  });

  it.each<[string, TestEvent]>([
    ["an unknown type", otherEvent("customer.updated")],
    ["a type of the future", otherEvent("customer.subscription.teleported", subscription())],
    ["a type that is a property of every object", otherEvent("__proto__")],
    ["a subscription without an id", subscriptionEvent("updated", at(0), { id: undefined })],
    ["a subscription without a customer", subscriptionEvent("updated", at(0), { customer: null })],
    ["a subscription whose state is a number", subscriptionEvent("updated", at(0), { status: 1 })],
    ["a subscription with an endless state", subscriptionEvent("updated", at(0), { status: "x".repeat(51) })],
    ["a checkout of a single payment", checkoutEvent(at(0), { mode: "payment", subscription: null })],
    ["a checkout without a subscription", checkoutEvent(at(0), { subscription: null })],
    ["an invoice of no subscription", invoiceEvent("paid", at(0), { parent: null })],
    ["an invoice of a subscription nobody told of", invoiceEvent("paid", at(0))],
    ["a failed one of a subscription nobody told of", invoiceEvent("payment_failed", at(0))],
  ])("changes nothing, and is recorded as processed: %s", async (_, event) => {
    const site = makeSite();
    expect((await deliver(site, event)).status).toBe(200);
    expect(await storedEvents()).toEqual([event.type]);
    expect(await storedSubscriptions()).toEqual([]);
    expect(await vipsOf(site)).toBe(0);
  });
});

describe("a VIP subscription", () => {
  it("grants access from the checkout on, and subscribes to the digest", async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0)), checkoutEvent(at(1))]);
    expect(await vipsOf(site)).toBe(1);
    expect(await membersOf(site)).toBe(1);
    const check = await site.fetch("/api/verify-subscription", { json: { email: "RENTER@example.com" } });
    expect(await json(check)).toEqual({ isSubscribed: true, accessSource: "VIP subscription" });
  });

  it("ends when it is deleted, but the digest continues", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0)), checkoutEvent(at(1))]);
    expect(await membersOf(site)).toBe(1);
    await deliverAll(site, [subscriptionEvent("deleted", at(2))]);
    expect(await vipsOf(site)).toBe(0);
    expect(await membersOf(site)).toBe(1);
    const check = await site.fetch("/api/verify-subscription", { json: { email: "renter@example.com" } });
    expect(await json(check)).toMatchObject({ accessSource: "email subscription" });
  });

  it("is counted while it is active or on trial, and in no other state", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const states = [
      "active",
      "trialing",
      "past_due",
      "unpaid",
      "paused",
      "incomplete",
      "incomplete_expired",
      "canceled",
    ];
    const counts: number[] = [];
    for (const [index, status] of states.entries()) {
      await deliver(site, subscriptionEvent("updated", at(index), { id: `sub_${index}`, status }));
      counts.push(await vipsOf(site));
    }
    expect(counts).toEqual([1, 2, 2, 2, 2, 2, 2, 2]);
  });

  it("is parsed in API versions with the period in other fields", async () => {
    const site = makeSite();
    await deliverAll(site, [
      subscriptionEvent("created", at(0), { id: "sub_a", items: undefined, current_period_end: at(10) }),
      { ...subscriptionEvent("created", at(0), { id: "sub_b" }), id: "evt_b" },
      {
        ...subscriptionEvent("created", at(0), { id: "sub_c", items: { data: [] }, customer: { id: "cus_c" } }),
        id: "evt_c",
      },
    ]);
    expect(await storedSubscriptions()).toMatchObject([
      { id: "sub_a", current_period_end: at(10) * 1000 },
      { id: "sub_b", current_period_end: PERIOD_END * 1000 },
      { id: "sub_c", current_period_end: null, customer_id: "cus_c" },
    ]);
  });

  it.each([{ cancel_at_period_end: true }, { cancel_at: PERIOD_END }])(
    "that is cancelled for the end of its period by %j lasts until then",
    async (values) => {
      const site = makeSite();
      await deliverAll(site, [subscriptionEvent("created", at(0)), subscriptionEvent("updated", at(1), values)]);
      expect(await storedSubscriptions()).toMatchObject([{ cancel_at_period_end: 1, status: "active" }]);
      expect(await vipsOf(site)).toBe(1);
    },
  );

  it.each([
    ["today's", {}],
    ["the older", { parent: undefined, subscription: "sub_1" }],
    ["the expanded older", { parent: undefined, subscription: { id: "sub_1" } }],
  ])("that is unpaid loses access, and regains it when it is paid, with %s invoices", async (_, values) => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0)), invoiceEvent("payment_failed", at(5), values)]);
    expect(await statusOf()).toBe("past_due");
    expect(await vipsOf(site)).toBe(0);
    const end = at(60 * 86_400);
    await deliverAll(site, [invoiceEvent("paid", at(9), { ...values, lines: { data: [{ period: { end } }] } })]);
    expect(await vipsOf(site)).toBe(1);
    expect(await storedSubscriptions()).toMatchObject([{ current_period_end: end * 1000 }]);
  });

  it("stays ended after a late invoice, or inactive after a failed one", async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("deleted", at(0)), invoiceEvent("paid", at(9))]);
    expect(await statusOf()).toBe("canceled");
    await deliverAll(site, [
      { ...subscriptionEvent("created", at(0), { id: "sub_2", status: "incomplete" }), id: "evt_2" },
      invoiceEvent("payment_failed", at(9), { parent: null, subscription: "sub_2" }),
    ]);
    expect(await storedSubscriptions()).toMatchObject([{ status: "canceled" }, { status: "incomplete" }]);
  });

  it("on trial stays on trial when its empty invoice is paid", async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0), { status: "trialing" }), invoiceEvent("paid", at(1))]);
    expect(await statusOf()).toBe("trialing");
  });

  it("bought by bank debit starts, with its emails, when the money arrives", async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0), { payment_status: "unpaid" })]);
    expect(await vipsOf(site)).toBe(0);
    expect(await membersOf(site)).toBe(0);
    await deliverAll(site, [
      { ...checkoutEvent(at(9)), id: "evt_async", type: "checkout.session.async_payment_succeeded" },
      subscriptionEvent("updated", at(9)),
    ]);
    expect(await vipsOf(site)).toBe(1);
    expect(await membersOf(site)).toBe(1);
  });

  it.each([
    [{ customer_details: null, customer_email: "renter@example.com" }, "renter@example.com"],
    [{ customer_details: { email: " RENTER@EXAMPLE.COM " } }, "renter@example.com"],
    [{ customer_details: { email: null }, customer_email: null }, null],
    [{ customer_details: { email: "no address" } }, null],
    [{ customer_details: { email: "a@example.com\r\nBcc: b@example.com" } }, null],
  ])("uses the address of a checkout with %j as %s", async (values, emailKey) => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0), values)]);
    expect(await storedSubscriptions()).toMatchObject([{ email_key: emailKey, status: "active" }]);
    expect(await membersOf(site)).toBe(emailKey === null ? 0 : 1);
  });

  it("sends no email to an address that bounced", async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0))]);
    expect(await membersOf(site)).toBe(1);
    await env.DB.prepare("UPDATE subscribers SET status = 'suppressed'").run();
    await deliverAll(site, [{ ...checkoutEvent(at(9), { subscription: "sub_2" }), id: "evt_again" }]);
    expect(await membersOf(site)).toBe(0);
    expect(await vipsOf(site)).toBe(2);
  });
});

describe("the buyer of a VIP subscription", () => {
  const settle = async (site: Site) => {
    await site.runQueue();
    return mailsTo(site, "renter@example.com");
  };

  it("gets one welcome email that states what was bought", async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0)), checkoutEvent(at(1))]);
    const mails = await settle(site);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("VIP")]);
    expect(mails[0]?.text).toContain("within minutes");
    expect(mails[0]?.text).toContain("VIP access was bought");
    expect(mails[0]?.text).not.toMatch(/sign-up form|next listings come/);
    const consents = await env.DB.prepare("SELECT kind, method FROM consents ORDER BY id").all();
    expect(consents.results).toEqual([
      { kind: "requested", method: "vip" },
      { kind: "confirmed", method: "vip" },
    ]);
  });

  it("who was already subscribed also gets it, once", async () => {
    const site = makeSite();
    await subscribe(site, "renter@example.com");
    await deliverAll(site, [checkoutEvent(at(0)), subscriptionEvent("updated", at(5)), invoiceEvent("paid", at(6))]);
    const subjects = (await settle(site)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("VIP"))).toHaveLength(1);
    expect(subjects).toHaveLength(3);
    expect(await membersOf(site)).toBe(1);
  });

  it("who signs up again is not referred to the next edition", async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0))]);
    const [first] = await settle(site);
    await site.fetch(`/api/unsubscribe/${linkIn(first, "unsubscribe")}`, { method: "POST" });
    await subscribe(site, "renter@example.com");
    const [welcome] = await mailsTo(site, "renter@example.com");
    expect(welcome?.subject).toContain("Welcome");
    expect(welcome?.text).toContain("within minutes");
    expect(welcome?.text).not.toContain("next listings come");
  });

  it("can get a cookie by a code before the purchase is processed, without emails", async () => {
    const site = makeSite();
    await deliver(site, checkoutEvent(at(0)));
    await env.DB.prepare("UPDATE outbox SET gave_up_at = 1").run();
    site.queued.splice(0);
    const email = "renter@example.com";
    await site.fetch("/api/access/request-code", { json: { email } });
    const code = /\d{6}/.exec((await mailsTo(site, email))[0]?.subject ?? "")?.[0];
    const answer = await site.fetch("/api/access/verify-code", { json: { email, code } });
    expect(await json(answer)).toEqual({ isSubscribed: true, accessSource: "VIP subscription" });
    const as = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await json(site.fetch("/api/access/session", { as }))).toMatchObject({ isSubscribed: true });
    expect(await membersOf(site)).toBe(0);
  });
});

describe("repeated and late events", () => {
  it("count once, even when all copies of an event arrive at once", async () => {
    const site = makeSite();
    const checkout = checkoutEvent(at(1));
    const answers = await Promise.all([1, 2, 3].map(() => deliver(site, checkout)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await deliver(site, checkout, { signedAt: at(60) })).status).toBe(200);
    const welcomes = await env.DB.prepare("SELECT id FROM outbox WHERE kind = 'vip.started'").all();
    expect(welcomes.results).toHaveLength(1);
    expect(await membersOf(site)).toBe(1);
    expect(await vipsOf(site)).toBe(1);
    expect(await storedEvents()).toEqual(["checkout.session.completed"]);
  });

  it("do not undo a later event of the same second", async () => {
    const site = makeSite();
    const early = subscriptionEvent("updated", at(0), { status: "past_due" });
    await deliverAll(site, [early, { ...subscriptionEvent("updated", at(0)), id: "evt_later" }, early]);
    expect(await vipsOf(site)).toBe(1);
  });

  it("do not sign up a buyer who left the digest", async () => {
    const site = makeSite();
    const checkout = checkoutEvent(at(0));
    await deliverAll(site, [checkout, subscriptionEvent("created", at(0))]);
    expect(await membersOf(site)).toBe(1);
    await env.DB.prepare("UPDATE subscribers SET status = 'unsubscribed'").run();
    await deliverAll(site, [checkout, invoiceEvent("paid", at(5)), subscriptionEvent("updated", at(6))]);
    expect(await membersOf(site)).toBe(0);
    expect(await vipsOf(site)).toBe(1);
  });

  it("neither sign up nor welcome anybody twice", async () => {
    const site = makeSite();
    await deliverAll(site, [checkoutEvent(at(0))]);
    await site.runQueue();
    const [welcome] = await mailsTo(site, "renter@example.com");
    await site.fetch(`/api/unsubscribe/${linkIn(welcome, "unsubscribe")}`, { method: "POST" });
    // Simulates a consumer that died before it recorded that the work was done.
    await env.DB.prepare("UPDATE outbox SET done_at = NULL, leased_until = NULL, relayed_at = NULL").run();
    await site.tick();
    await site.runQueue();
    expect(await subscriberStatus("renter@example.com")).toBe("unsubscribed");
    expect(await mailsTo(site, "renter@example.com")).toHaveLength(1);
    // Another purchase counts as a new consent.
    await deliverAll(site, [{ ...checkoutEvent(at(9), { subscription: "sub_2" }), id: "evt_again" }]);
    await site.runQueue();
    expect(await subscriberStatus("renter@example.com")).toBe("confirmed");
  });

  it("do not sign up a buyer whose purchase was cancelled before the address was known", async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("deleted", at(9)), checkoutEvent(at(0))]);
    expect(await membersOf(site)).toBe(0);
  });

  const life = (times: readonly [number, number, number, number]) => [
    checkoutEvent(times[0]),
    subscriptionEvent("created", times[1], { status: "incomplete" }),
    subscriptionEvent("updated", times[2], { cancel_at_period_end: true }),
    subscriptionEvent("deleted", times[3], { status: "canceled", cancel_at_period_end: true }),
  ];
  const orders = ordersOf([0, 1, 2, 3]);

  it.each(orders)(
    "of a whole life in the order %i%i%i%i leave the subscription cancelled",
    { tags: ["rest"] },
    async (...order) => {
      const site = makeSite();
      const events = life([at(2), at(0), at(3), at(9)]);
      await deliverAll(
        site,
        order.flatMap((index) => events[index] ?? []),
      );
      expect(await storedSubscriptions()).toEqual([
        {
          id: "sub_1",
          customer_id: "cus_1",
          email_key: "renter@example.com",
          status: "canceled",
          current_period_end: PERIOD_END * 1000,
          cancel_at_period_end: 1,
        },
      ]);
      expect(await vipsOf(site)).toBe(0);
    },
  );

  it.each(orders)(
    "of a whole life within one second in the order %i%i%i%i leave the subscription cancelled",
    { tags: ["rest"] },
    async (...order) => {
      const site = makeSite();
      const events = life([at(0), at(0), at(0), at(0)]);
      await deliverAll(
        site,
        order.flatMap((index) => events[index] ?? []),
      );
      expect(await storedSubscriptions()).toMatchObject([{ status: "canceled", email_key: "renter@example.com" }]);
      expect(await vipsOf(site)).toBe(0);
    },
  );

  it.each(ordersOf([0, 1, 2]))(
    "of a purchase within one second in the order %i%i%i leave the subscription active",
    async (...order) => {
      const site = makeSite();
      const events = [
        checkoutEvent(at(0)),
        subscriptionEvent("created", at(0), { status: "incomplete" }),
        subscriptionEvent("updated", at(0)),
      ];
      await deliverAll(
        site,
        order.flatMap((index) => events[index] ?? []),
      );
      expect(await storedSubscriptions()).toMatchObject([{ status: "active", email_key: "renter@example.com" }]);
      expect(await vipsOf(site)).toBe(1);
      expect(await membersOf(site)).toBe(1);
    },
  );

  it.each(ordersOf([0, 1, 2]))(
    "of a failed renewal in the order %i%i%i leave the subscription past due",
    async (...order) => {
      const site = makeSite();
      await deliverAll(site, [subscriptionEvent("created", at(0))]);
      const events = [
        invoiceEvent("payment_failed", at(5)),
        subscriptionEvent("updated", at(5), { status: "past_due" }),
        subscriptionEvent("updated", at(3)),
      ];
      await deliverAll(
        site,
        order.flatMap((index) => events[index] ?? []),
      );
      expect(await statusOf()).toBe("past_due");
    },
  );
});

describe("the public VIP offer", () => {
  it("contains https links for buying and managing, and the number of listings", async () => {
    const vars = { VIP_CHECKOUT_URL: "https://buy.stripe.com/x", STRIPE_PORTAL_URL: "https://billing.stripe.com/p/x" };
    const response = await makeSite({ vars }).fetch("/api/vip");
    expect(await json(response)).toEqual({
      checkoutUrl: vars.VIP_CHECKOUT_URL,
      portalUrl: vars.STRIPE_PORTAL_URL,
      listingCount: 0,
      belowMarketCount: 0,
      isOftenUpdated: false,
    });
    for (const url of ["", "http://buy.stripe.com/x", "javascript:alert(1)", "buy.stripe.com/x", "//buy.stripe.com"]) {
      const site = makeSite({ vars: { VIP_CHECKOUT_URL: url, STRIPE_PORTAL_URL: url } });
      expect(await json(site.fetch("/api/vip"))).toMatchObject({ checkoutUrl: null, portalUrl: null });
    }
  });
});

describe("processed events", () => {
  it("are deleted after 90 days", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await deliverAll(site, [subscriptionEvent("created", at(0))]);
    const later = (days: number) => new Date(site.clock.now.getTime() + days * 86_400_000);
    await site.tick(later(89));
    expect(await storedEvents()).toHaveLength(1);
    await site.tick(later(91));
    expect(await storedEvents()).toEqual([]);
    expect(await statusOf()).toBe("active");
  });
});
