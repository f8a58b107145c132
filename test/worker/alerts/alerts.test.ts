import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  afterUndo,
  alertToken,
  askFor,
  makeVip,
  newsTo,
  passMinutes,
  passUntil,
  readAlerts,
  saveSearch,
} from "../../support/worker/alerts.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const ANA = "ana@example.com";
const BEN = "ben@example.com";
/** Friday, 10:00 a.m. in Toronto. */
const FRIDAY_TEN = new Date("2026-11-20T15:00:00Z");
const SATURDAY_TEN = new Date("2026-11-21T15:00:00Z");
const MONDAY_TEN = new Date("2026-11-23T15:00:00Z");
const ONE_BEDROOM = { filter: "1 BR", maxRent: 2_000 };

describe("a saved search", () => {
  it("is confirmed by a click on the page of the emailed link, and not by opening the page", async () => {
    const site = makeSite();
    const answer = await askFor(site, ANA, { search: { ...ONE_BEDROOM, q: "secret words" }, name: "My name" });
    expect(answer.status).toBe(200);
    const [mail] = await mailsTo(site, ANA);
    expect(mail?.subject).toBe("New homes by email: 1 Bedroom, up to $2,000?");
    expect(mail?.text).not.toMatch(/secret|My name/);
    const token = alertToken(mail);
    const before = await readAlerts(site, token);
    expect(before).toMatchObject({
      email: "a***@example.com",
      isVip: false,
      searches: [{ state: "asked", name: "My name", filter: "1 BR" }],
    });
    const after = await json(site.fetch(`/api/alerts/${token}/confirm`, { method: "POST" }));
    expect(after).toMatchObject({ searches: [{ state: "active", confirmedAt: site.clock.now.toISOString() }] });
  });

  it("reports a new home once, the next morning, in one email for all searches of an email address", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await saveSearch(site, ANA, { search: ONE_BEDROOM });
    await saveSearch(site, ANA, { search: { municipality: "East York" } });
    await saveSearch(site, ANA, { search: { q: "quiet" } });
    await saveSearch(site, BEN);
    const suits = await publish(site);
    const other = await publish(site, {
      bedrooms: "Studio",
      address: "12 Rockford Road, Toronto",
      additionalInfo: "A quiet room",
    });
    await publish(site, { bedrooms: "Studio", address: "14 Rockford Road, Toronto", additionalInfo: "Loud" });
    await afterUndo(site);
    expect(await newsTo(site, ANA)).toEqual([]);
    await passUntil(site, SATURDAY_TEN);
    const [mail, ...more] = await newsTo(site, ANA);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("2 new homes");
    expect(mail?.text.match(new RegExp(`/listing/${suits.id}/`, "g"))).toHaveLength(1);
    expect(mail?.text).toContain(`/listing/${other.id}/`);
    expect(mail?.text).not.toContain("14 Rockford");
    // A search without conditions matches everything.
    expect((await newsTo(site, BEN)).map(({ subject }) => subject)).toEqual(["3 new homes"]);
    await passUntil(site, MONDAY_TEN);
    expect(await newsTo(site, ANA)).toHaveLength(1);
  });

  it("that is weekly waits for Monday, and sends no email when nothing is new", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await saveSearch(site, ANA, { search: ONE_BEDROOM, frequency: "weekly" });
    await saveSearch(site, "ben@example.com", { search: { filter: "Studio" }, frequency: "weekly" });
    await publish(site);
    await afterUndo(site);
    await passUntil(site, SATURDAY_TEN);
    expect(await newsTo(site, ANA)).toEqual([]);
    await passUntil(site, MONDAY_TEN);
    expect(await newsTo(site, ANA)).toHaveLength(1);
    expect(await newsTo(site, "ben@example.com")).toEqual([]);
  });

  it("of a VIP sends new homes within ten minutes, with those of five minutes in one email", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await makeVip(ANA);
    await saveSearch(site, ANA, { search: ONE_BEDROOM, frequency: "instant" });
    await publish(site);
    await publish(site, { address: "12 Rockford Road, Toronto" });
    await afterUndo(site);
    await passMinutes(site, 6);
    const [mail, ...more] = await newsTo(site, ANA);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("2 new homes");
  });

  it("of a VIP sends no emails between 9 p.m. and 8 a.m.", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-21T01:58:00Z") });
    await makeVip(ANA);
    await saveSearch(site, ANA, { search: ONE_BEDROOM, frequency: "instant" });
    await publish(site);
    await afterUndo(site);
    await passMinutes(site, 60);
    await passUntil(site, new Date("2026-11-21T12:45:00Z"));
    expect(await newsTo(site, ANA)).toEqual([]);
    await passUntil(site, new Date("2026-11-21T13:00:00Z"));
    expect(await newsTo(site, ANA)).toHaveLength(1);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM alert_matches").first("n")).toBe(0);
  });
});
