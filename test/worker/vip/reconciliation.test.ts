import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Audience } from "../../../worker/contracts/subscribers.ts";
import type { VipCount } from "../../../worker/contracts/vip.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operatorReads } from "../../support/worker/operator.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import {
  at,
  checkoutEvent,
  deliverAll,
  PERIOD_END,
  storedSubscriptions,
  subscription,
  subscriptionEvent,
} from "../../support/worker/stripe.ts";

interface Account {
  subscriptions: ReturnType<typeof subscription>[];
  asked: URL[];
  keys: (string | null)[];
  /** Creates the response that replaces the list. */
  failure?: () => Response;
  /** Runs before the list is returned. */
  meanwhile?: () => Promise<void>;
}

const CONTACT = "hello@belowmarket.example";
const customer = (id: string, email: string | null = `${id}@example.com`) => ({ id, object: "customer", email });

/** Simulates a Stripe account with paged lists, and creates a site with the account's key. */
function siteWithAccount(subscriptions: Account["subscriptions"], key = "sk_test_1"): { site: Site; account: Account } {
  const account: Account = { subscriptions, asked: [], keys: [] };
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    account.asked.push(url);
    account.keys.push(request.headers.get("authorization"));
    await account.meanwhile?.();
    if (account.failure) return account.failure();
    const after = url.searchParams.get("starting_after");
    const first = after === null ? 0 : account.subscriptions.findIndex(({ id }) => id === after) + 1;
    const limit = Number(url.searchParams.get("limit"));
    const data = account.subscriptions.slice(first, first + limit);
    return Response.json({
      object: "list",
      url: "/v1/subscriptions",
      data,
      has_more: first + limit < account.subscriptions.length,
    });
  };
  const site = makeSite({
    vars: { STRIPE_SECRET_KEY: key },
    deps: () => ({ fetch: answer }),
  });
  return { site, account };
}

const vipsOf = async (site: Site) =>
  (await operatorReads<VipCount>(site, "/api/stripe/subscriptions")).activeSubscriptions;
const membersOf = async (site: Site) => {
  await site.runQueue();
  return (await operatorReads<Audience>(site, "/api/mailchimp/audience")).memberCount;
};
/** Advances this many days, and runs one cron tick. */
async function tickAfter(site: Site, days: number): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + days * 86_400_000);
  await site.tick();
}

describe("the daily comparison with Stripe", () => {
  it("requests nothing without a key", { tags: ["rest"] }, async () => {
    const { site, account } = siteWithAccount([subscription()], "");
    await site.tick();
    expect(account.asked).toEqual([]);
  });

  it("requests every subscription of the account with the key, once a day", { tags: ["rest"] }, async () => {
    const { site, account } = siteWithAccount([]);
    await site.tick();
    await site.tick();
    expect(account.asked.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://api.stripe.com/v1/subscriptions",
    ]);
    expect(account.asked[0]?.searchParams.get("status")).toBe("all");
    expect(account.keys).toEqual(["Bearer sk_test_1"]);
    await tickAfter(site, 1);
    expect(account.asked).toHaveLength(2);
  });

  it("applies missed ends and starts, and welcomes new buyers", { tags: ["rest"] }, async () => {
    const { site } = siteWithAccount([
      subscription({ id: "sub_new", customer: customer("New") }),
      subscription({ id: "sub_1", status: "canceled", customer: customer("cus_1", "renter@example.com") }),
      subscription({ id: "sub_late", customer: customer("late"), cancel_at_period_end: true }),
      subscription({ id: "sub_nameless", customer: customer("none", null) }),
      subscription({ id: "sub_old", status: "canceled", customer: customer("old") }),
    ]);
    await deliverAll(site, [
      subscriptionEvent("created", at(-9)),
      checkoutEvent(at(-8)),
      {
        ...subscriptionEvent("created", at(-7), { id: "sub_late", customer: "late", status: "past_due" }),
        id: "evt_2",
      },
    ]);
    expect(await vipsOf(site)).toBe(1);
    await site.tick();
    expect(await storedSubscriptions()).toMatchObject([
      { id: "sub_1", status: "canceled", email_key: "renter@example.com" },
      { id: "sub_late", status: "active", email_key: "late@example.com", cancel_at_period_end: 1 },
      { id: "sub_nameless", status: "active", email_key: null },
      { id: "sub_new", status: "active", email_key: "new@example.com", current_period_end: PERIOD_END * 1000 },
    ]);
    expect(await vipsOf(site)).toBe(3);
    expect(await membersOf(site)).toBe(2);
  });

  it("writes nothing and welcomes nobody when everything matches", { tags: ["rest"] }, async () => {
    const { site } = siteWithAccount([subscription({ customer: customer("cus_1", "renter@example.com") })]);
    await deliverAll(site, [subscriptionEvent("created", at(-9)), checkoutEvent(at(-8))]);
    expect(await membersOf(site)).toBe(1);
    await env.DB.prepare("UPDATE subscribers SET status = 'unsubscribed'").run();
    const stateFrom = () => env.DB.prepare("SELECT state_from FROM vip_subscriptions").first("state_from");
    const before = await stateFrom();
    for (const days of [0, 1, 1]) await tickAfter(site, days);
    expect(await stateFrom()).toBe(before);
    expect(await membersOf(site)).toBe(0);
  });

  it("does not undo an event received during the request", async () => {
    const { site, account } = siteWithAccount([subscription({ customer: customer("cus_1") })]);
    await deliverAll(site, [subscriptionEvent("created", at(-9))]);
    account.meanwhile = () => deliverAll(site, [subscriptionEvent("deleted", at(0), { status: "canceled" })]);
    await site.tick();
    expect(await storedSubscriptions()).toMatchObject([{ status: "canceled" }]);
    expect(await vipsOf(site)).toBe(0);
  });

  it("does not restore the erased address of an ended subscription", { tags: ["rest"] }, async () => {
    const { site } = siteWithAccount([
      subscription({ status: "canceled", customer: customer("cus_1", "renter@example.com") }),
    ]);
    await deliverAll(site, [subscriptionEvent("deleted", at(-9))]);
    await site.tick();
    expect(await storedSubscriptions()).toMatchObject([{ status: "canceled", email_key: null }]);
  });

  it("reads at most 20 pages, and continues the next day", { tags: ["rest"] }, async () => {
    const many = Array.from({ length: 1_900 }, (_, index) =>
      subscription({ id: `sub_${index}`, customer: customer(`cus_${index}`, null) }),
    );
    const { site, account } = siteWithAccount(many);
    await site.tick();
    expect(account.asked).toHaveLength(20);
    expect(await vipsOf(site)).toBe(1_800);
    await tickAfter(site, 1);
    expect(account.asked).toHaveLength(22);
    expect(await vipsOf(site)).toBe(1_900);
    await tickAfter(site, 1);
    expect(account.asked[22]?.searchParams.has("starting_after")).toBe(false);
  });

  it.each<[string, () => Response]>([
    [
      "refuses the key",
      () => Response.json({ error: { type: "invalid_request_error", message: "Invalid API Key" } }, { status: 401 }),
    ],
    ["responds with invalid data", () => new Response("<html>", { status: 200 })],
    [
      "fails",
      () => Response.json({ error: { message: "down" } }, { status: 500, headers: { "stripe-should-retry": "false" } }),
    ],
  ])(
    "emails the operator once a day when Stripe %s, changes nothing, and recovers",
    { tags: ["rest"] },
    async (_, failure) => {
      const { site, account } = siteWithAccount([subscription({ customer: customer("cus_1") })]);
      account.failure = failure;
      for (const minutes of [0, 15, 30]) await site.tick(new Date(site.clock.now.getTime() + minutes * 60_000));
      const mails = await mailsTo(site, CONTACT);
      expect(mails.map(({ subject }) => subject)).toEqual(["[Below Market Toronto] Payments could not be compared"]);
      expect(mails[0]?.text).not.toContain("sk_test");
      expect(await vipsOf(site)).toBe(0);
      await tickAfter(site, 1);
      expect(await mailsTo(site, CONTACT)).toHaveLength(2);
      account.failure = undefined;
      await tickAfter(site, 1);
      expect(await vipsOf(site)).toBe(1);
      expect(await mailsTo(site, CONTACT)).toHaveLength(2);
    },
  );
});
