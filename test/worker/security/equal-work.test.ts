import { describe, expect, it } from "vitest";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { saveSearch } from "../../support/worker/alerts.ts";
import { follow } from "../../support/worker/follows.ts";
import { firstOperator } from "../../support/worker/people.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";

const KNOWN = "landlord@example.com";
/** An email address as long as {@link KNOWN}, about which nothing is stored. */
const UNKNOWN = "stranger@example.com";

/** Matches the id of a request for a login code. */
const RANDOM = /[0-9a-f]{32}/;

/** Creates a site that records calls to the database and the counters, until work is deferred to after the response. */
function watchedSite() {
  let noted: string[] | null = null;
  const note = (step: string) => void noted?.push(step);
  const db = watchedDb((sql) => note(sql));
  const site = makeSite({
    vars: { RATE_LIMIT_SCALE: "1000" },
    deps: (deps) => ({
      db,
      attempts: {
        ...deps.attempts,
        take: (key, limit) => (note(`count ${key.split(":")[0]}`), deps.attempts.take(key, limit)),
      },
      waitUntil: (work) => {
        note("the answer");
        deps.waitUntil(work);
      },
    }),
  });
  const stepsOf = async (work: () => Promise<Response>) => {
    noted = [];
    const response = await work();
    const steps = noted;
    noted = null;
    const end = steps.indexOf("the answer");
    return {
      steps: end < 0 ? steps : steps.slice(0, end),
      answer: [response.status, (await response.text()).replace(RANDOM, "")],
    };
  };
  return { site, stepsOf };
}

const OPERATIONS: Record<string, (site: Site, email: string) => Promise<Response>> = {
  "POST /api/listing-links": (site, email) => site.fetch("/api/listing-links", { json: { email } }),
  "POST /api/privacy/request": (site, email) => site.fetch("/api/privacy/request", { json: { email } }),
  "POST /api/admin/login/code": (site, email) => site.fetch("/api/admin/login/code", { json: { email } }),
  "POST /api/access/request-code": (site, email) => site.fetch("/api/access/request-code", { json: { email } }),
  "POST /api/subscribe": (site, email) => site.fetch("/api/subscribe", { json: { email } }),
  "POST /api/subscribe/preferences": (site, email) =>
    site.fetch("/api/subscribe/preferences", {
      json: { email, signUpKey: "0".repeat(32), bedrooms: ["Studio"], maxRent: 1500, areas: [] },
    }),
  "POST /api/discussion/threads/:id/follow": (site, email) =>
    site.fetch("/api/discussion/threads/1/follow", { json: { email } }),
  "POST /api/saved-searches": (site, email) =>
    site.fetch("/api/saved-searches", { json: { email, search: { maxRent: 2_000 }, frequency: "daily" } }),
  // By contract, this response depends on whether the address is known. It reveals little, and is limited to ten
  // requests a minute. The work does not depend on the address.
  "POST /api/verify-subscription": (site, email) => site.fetch("/api/verify-subscription", { json: { email } }),
};

describe("before the response", () => {
  it.each(Object.keys(OPERATIONS))(
    "%s does the same work for known and unknown addresses",
    { tags: ["rest"] },
    async (name) => {
      const { site, stepsOf } = watchedSite();
      await startThread(site, await visitor(site));
      await submit(site, { email: KNOWN });
      await subscribe(site, KNOWN);
      await follow(site, 1, KNOWN);
      await saveSearch(site, KNOWN, { search: { maxRent: 2_000 } });
      await firstOperator(site, "Lana", KNOWN);
      const operation = OPERATIONS[name] as (site: Site, email: string) => Promise<Response>;
      const known = await stepsOf(() => operation(site, KNOWN));
      const unknown = await stepsOf(() => operation(site, UNKNOWN));
      expect(known.steps.length).toBeGreaterThan(0);
      expect(known.steps).toEqual(unknown.steps);
      if (name === "POST /api/verify-subscription") expect(known.answer).not.toEqual(unknown.answer);
      else expect(known.answer).toEqual(unknown.answer);
    },
  );
});

describe("opening a link", () => {
  it("to unsubscribe shows the shortened address, and no other link", async () => {
    const site = makeSite();
    await subscribe(site, KNOWN);
    const token = linkIn((await mailsTo(site, KNOWN))[0], "unsubscribe");
    for (const method of ["GET", "HEAD"]) {
      const text = await (await site.fetch(`/api/unsubscribe/${token}`, { method })).text();
      expect(text).not.toMatch(/[a-z2-7]{26}/);
      if (method === "GET") expect(JSON.parse(text)).toEqual({ email: "l***@example.com", status: "confirmed" });
    }
    const left = await site.fetch(`/api/unsubscribe/${token}`, { method: "POST" });
    expect(await left.text()).not.toMatch(/[a-z2-7]{26}/);
  });

  it("of any kind reveals no link with more rights", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await subscribe(site, KNOWN);
    await submit(site, { email: KNOWN });
    await startThread(site, await visitor(site));
    const followed = await follow(site, 1, KNOWN);
    await saveSearch(site, KNOWN);
    await site.fetch("/api/privacy/request", { json: { email: KNOWN } });
    await site.runQueue();
    const tokens: Record<string, string> = {
      confirm: await site.tokenFor("confirm", 1),
      unsubscribe: await site.tokenFor("unsubscribe", 1),
      manage: await site.tokenFor("manage", 1),
      delete: await site.tokenFor("delete", 1),
      follow: followed,
      alerts: await site.tokenFor("alerts", 1),
      privacy: await site.tokenFor("privacy", 1),
      never: await site.neverToken(KNOWN),
    };
    for (const [kind, token] of Object.entries(tokens)) {
      const response = await site.fetch(`/api/${kind}/${token}`);
      const text = await response.text();
      // Names of photos are hexadecimal; tokens are not.
      expect(text.match(/\d+-[a-z2-7]{32}|[a-z2-7]{52}/g), kind).toBeNull();
    }
    // The view of a preferences link contains only the link to unsubscribe.
    const view = await (await site.fetch(`/api/preferences/${await site.tokenFor("preferences", 1)}`)).json();
    expect(view).toMatchObject({ links: { unsubscribe: `/unsubscribe/${tokens.unsubscribe}` } });
    expect(Object.keys((view as { links: object }).links)).toEqual(["unsubscribe"]);
  });
});
