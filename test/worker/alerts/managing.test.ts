import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AlertsView } from "../../../worker/contracts/alerts.ts";
import {
  afterUndo,
  alertToken,
  askFor,
  makeVip,
  newsTo,
  passUntil,
  readAlerts,
  saveSearch,
  workOff,
} from "../../support/worker/alerts.ts";
import { approve, change, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

const ANA = "ana@example.com";
/** Friday, 10:00 a.m. in Toronto. */
const FRIDAY_TEN = new Date("2026-11-20T15:00:00Z");
const SATURDAY_TEN = new Date("2026-11-21T15:00:00Z");
const SUNDAY_TEN = new Date("2026-11-22T15:00:00Z");
const DAY_MS = 86_400_000;

const patch = (site: Site, token: string, id: number, body: unknown) =>
  site.fetch(`/api/alerts/${token}/${id}`, { method: "PATCH", json: body });
const post = (site: Site, path: string) => site.fetch(path, { method: "POST" });
const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
const ids = (view: AlertsView) => view.searches.map(({ id }) => id);

describe("the holder of an address", () => {
  it("renames, pauses, changes and deletes searches, and sees what they would have found", async () => {
    const site = makeSite();
    const home = await publish(site);
    await publish(site, { address: "12 Rockford Road, Toronto", rent: "$2,900" });
    const token = await saveSearch(site, ANA, { search: { filter: "1 BR", maxRent: 2_000 } });
    const [id = 0] = ids(await readAlerts(site, token));
    const found = () =>
      json<{ days: number; listings: { id: number }[] }>(site.fetch(`/api/alerts/${token}/${id}/found`));
    expect(await found()).toMatchObject({ days: 30, listings: [{ id: home.id }] });
    site.clock.now = new Date(site.clock.now.getTime() + 31 * DAY_MS);
    expect((await found()).listings).toEqual([]);

    const renamed = await json<AlertsView>(patch(site, token, id, { name: "Near work" }));
    expect(renamed.searches[0]).toMatchObject({ name: "Near work", state: "active" });
    const paused = await json<AlertsView>(patch(site, token, id, { paused: true }));
    expect([paused.searches[0]?.state, await count("alert_keys")]).toEqual(["paused", 0]);
    await patch(site, token, id, { search: { filter: "Studio", q: "bright" } });
    expect(await count("alert_keys")).toBe(0);
    const changed = await json<AlertsView>(patch(site, token, id, { paused: false, frequency: "weekly" }));
    expect(changed.searches[0]).toMatchObject({
      filter: "Studio",
      query: "q=bright",
      frequency: "weekly",
      state: "active",
    });
    expect(await env.DB.prepare("SELECT key FROM alert_keys").first("key")).toBe("Studio|*");

    const left = await json<AlertsView>(site.fetch(`/api/alerts/${token}/${id}`, { method: "DELETE" }));
    expect(left.searches).toEqual([]);
    expect([await count("saved_searches"), await count("alert_keys")]).toEqual([0, 0]);
  });

  it("opens and stops the other searches with any emailed link, even if the link's own search is gone", async () => {
    for (const gone of ["deleted", "pruned"] as const)
      for (const use of ["question", "all", "stop"] as const) {
        const email = `${gone}-${use}@example.com`;
        const site = makeSite({ now: FRIDAY_TEN });
        const first = await saveSearch(site, email, { search: { maxRent: 1_000 } });
        const other = await saveSearch(site, email, { search: { maxRent: 2_500 }, frequency: "weekly" });
        const { searchId } = await readAlerts(site, first);
        const { searchId: otherId } = await readAlerts(site, other);
        const { id: reader } = (await env.DB.prepare("SELECT id FROM alert_readers WHERE email_key = ?")
          .bind(email)
          .first<{ id: number }>()) ?? { id: 0 };
        const links = {
          question: first,
          all: await site.tokenFor("alerts", reader),
          stop: await site.tokenFor("alerts_stop", reader),
        };
        const link = links[use];
        if (gone === "deleted") await site.fetch(`/api/alerts/${first}/${searchId}`, { method: "DELETE" });
        else {
          // One click in an email stops the search; stopped searches are deleted later.
          await post(site, `/alerts/${first}`);
          site.clock.now = new Date(site.clock.now.getTime() + 100 * DAY_MS);
          await site.runJob("prune");
          await env.DB.prepare("DELETE FROM saved_searches WHERE state = 'stopped'").run();
        }
        const view = await readAlerts(site, link);
        expect([view.searchId, ids(view)], email).toEqual([null, use === "stop" ? [] : [otherId]]);
        if (use !== "stop") {
          expect((await patch(site, link, searchId ?? 0, { paused: true })).status).toBe(404);
          expect((await patch(site, link, otherId ?? 0, { name: "Left" })).status).toBe(200);
        }
        // A click in an old email stops only the search that the email was about.
        if (use === "question") {
          expect((await post(site, `/alerts/${link}`)).status).toBe(200);
          expect((await readAlerts(site, link)).searches[0]?.state).toBe("active");
          expect((await post(site, `/api/alerts/${link}/confirm`)).status).toBe(404);
        }
        expect((await post(site, `/api/alerts/${link}/stop`)).status).toBe(200);
        expect((await readAlerts(site, link)).stoppedAt).not.toBeNull();
        expect((await site.fetch(`/api/alerts/${link.slice(0, -1)}${link.endsWith("a") ? "b" : "a"}`)).status).toBe(
          404,
        );
      }
  });

  it("gets clear errors for invalid requests, which change nothing", async () => {
    const site = makeSite();
    const token = await saveSearch(site, ANA);
    const other = await saveSearch(site, "ben@example.com", { search: { maxRent: 900 } });
    const [id = 0] = ids(await readAlerts(site, token));
    const [foreign = 0] = ids(await readAlerts(site, other));
    const before = await readAlerts(site, token);
    const refusal = async (answer: Promise<Response>) => {
      const { code, fields } = await json<{ code: string; fields?: object }>(answer);
      return [(await answer).status, code, ...Object.keys(fields ?? {})];
    };
    const save = (body: object) => refusal(site.fetch("/api/saved-searches", { json: body }));
    const good = { email: ANA, search: {}, frequency: "daily" };
    expect(await save({ ...good, email: "" })).toEqual([400, "subscriber.missing_email", "email"]);
    expect(await save({ ...good, email: "ana" })).toEqual([400, "subscriber.invalid_email", "email"]);
    expect(await save({ ...good, frequency: "hourly" })).toEqual([400, "alerts.invalid_search", "frequency"]);
    expect(await save({ ...good, search: "1 BR" })).toEqual([400, "alerts.invalid_search", "search"]);
    expect(await save({ ...good, name: "n".repeat(61) })).toEqual([400, "alerts.invalid_search", "name"]);
    expect(await save({ ...good, search: { maxRent: "cheap" } })).toEqual([400, "request.unknown_filter", "maxRent"]);
    expect(await refusal(patch(site, token, id, { frequency: "instant" }))).toEqual([
      400,
      "alerts.invalid_search",
      "frequency",
    ]);
    expect(await refusal(patch(site, token, id, { search: { filter: "castle" } }))).toEqual([
      400,
      "request.unknown_filter",
      "filter",
    ]);
    expect(await refusal(patch(site, token, foreign, { paused: true }))).toEqual([404, "alerts.search_not_found"]);
    expect(await refusal(site.fetch(`/api/alerts/${token}/${foreign}`, { method: "DELETE" }))).toEqual([
      404,
      "alerts.search_not_found",
    ]);
    expect(await refusal(site.fetch(`/api/alerts/${token.slice(0, -1)}0`))).toEqual([404, "alerts.invalid_link"]);
    expect(await refusal(post(site, `/api/alerts/${await site.tokenFor("alerts_stop", 1)}/confirm`))).toEqual([
      404,
      "alerts.invalid_link",
    ]);
    expect(await readAlerts(site, token)).toEqual(before);
  });

  it("can save ten searches; one more is not stored, and an email explains this", async () => {
    const site = makeSite();
    const token = await saveSearch(site, ANA, { search: { maxRent: 1_000 } });
    for (let n = 1; n < 10; n += 1) await askFor(site, ANA, { search: { maxRent: 1_000 + n } });
    await askFor(site, ANA, { search: { maxRent: 3_000 } });
    expect((await readAlerts(site, token)).searches).toHaveLength(10);
    expect((await mailsTo(site, ANA))[0]?.subject).toBe("You already have 10 saved searches");
    // A repeated request for the same search does not count again.
    await askFor(site, ANA, { search: { maxRent: 1_000 } });
    expect((await mailsTo(site, ANA))[0]?.subject).toBe("On: All homes, up to $1,000");
    expect((await readAlerts(site, token)).searches).toHaveLength(10);
  });

  it("needs no confirmation with the address's access cookie", async () => {
    const site = makeSite();
    await subscribe(site, ANA);
    await site.fetch("/api/access/request-code", { json: { email: ANA } });
    const code = /\d{6}/.exec((await mailsTo(site, ANA))[0]?.subject ?? "")?.[0];
    const verified = await site.fetch("/api/access/verify-code", { json: { email: ANA, code } });
    const as = verified.headers.get("set-cookie")?.split(";")[0] ?? "";
    const own = await askFor(site, ANA, { search: { maxRent: 1_500 } }, { as });
    const others = await askFor(site, "ben@example.com", { search: { maxRent: 1_500 } }, { as });
    expect(await own.json()).toEqual(await others.json());
    const states = await env.DB.prepare("SELECT state, confirmed_by FROM saved_searches ORDER BY id").all();
    expect(states.results).toEqual([
      { state: "active", confirmed_by: "access" },
      { state: "asked", confirmed_by: null },
    ]);
    expect(await count("alert_keys")).toBe(1);
    expect((await mailsTo(site, ANA))[0]?.subject).toBe("On: All homes, up to $1,500");
  });

  it(
    "turns off one or all searches by a click in the email client, and can turn them on again",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: FRIDAY_TEN });
      const token = await saveSearch(site, ANA, { search: { filter: "1 BR" } });
      await saveSearch(site, ANA, { search: { maxRent: 2_000 } });
      await publish(site);
      await afterUndo(site);
      await passUntil(site, SATURDAY_TEN);
      const [mail] = await newsTo(site, ANA);
      expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const url = new URL(/<(.+)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "");
      // Extracts the URL of a page, which can be requested without changing anything.
      expect(await readAlerts(site, url.pathname.split("/")[2] ?? "")).toMatchObject({
        canOnlyStop: true,
        searches: [],
      });
      const one = /Stop this search: \S+(\/alerts\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
      const click = (path: string) =>
        site.fetch(path, { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
      expect((await click(one)).status).toBe(200);
      const states = async () => (await readAlerts(site, token)).searches.map(({ state }) => state).toSorted();
      expect(await states()).toEqual(["active", "stopped"]);
      expect((await click(url.pathname)).status).toBe(200);
      expect(await states()).toEqual(["stopped", "stopped"]);
      expect((await readAlerts(site, token)).stoppedAt).toBe(site.clock.now.toISOString());
      await publish(site, { address: "12 Rockford Road, Toronto" });
      await afterUndo(site);
      await passUntil(site, SUNDAY_TEN);
      expect(await newsTo(site, ANA)).toHaveLength(1);
      const [id = 0] = ids(await readAlerts(site, token));
      await patch(site, token, id, { paused: false });
      expect(await readAlerts(site, token)).toMatchObject({ stoppedAt: null });
      expect(await states()).toEqual(["active", "stopped"]);
    },
  );

  it("is asked after half a year whether they are still looking, and without a click in two weeks the search pauses", async () => {
    const site = makeSite();
    const token = await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    await saveSearch(site, "ben@example.com");
    const questions = async (email: string) =>
      (await mailsTo(site, email)).filter(({ subject }) => subject === "Still looking for a home?").length;
    const pass = async (days: number) => {
      site.clock.now = new Date(site.clock.now.getTime() + days * DAY_MS);
      await site.runJob("alerts.still_looking");
      await workOff(site);
    };
    await pass(179);
    expect(await questions(ANA)).toBe(0);
    await pass(2);
    await pass(1);
    expect([await questions(ANA), await questions("ben@example.com")]).toEqual([1, 1]);
    const link = alertToken((await mailsTo(site, "ben@example.com"))[0]);
    expect((await readAlerts(site, link)).searches[0]?.isAskedAgain).toBe(true);
    await post(site, `/api/alerts/${link}/confirm`);
    await pass(14);
    expect((await readAlerts(site, token)).searches[0]?.state).toBe("paused");
    expect((await readAlerts(site, link)).searches[0]).toMatchObject({ state: "active", isAskedAgain: false });
    await post(site, `/api/alerts/${token}/confirm`);
    expect((await readAlerts(site, token)).searches[0]?.state).toBe("active");
  });

  it("keeps a search that they answer for at the moment it would pause", async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('delete from "alert_keys"');
    const token = await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    for (const days of [181, 15]) {
      site.clock.now = new Date(site.clock.now.getTime() + days * DAY_MS);
      if (days === 15) interruptBy(() => post(site, `/api/alerts/${token}/confirm`));
      await site.runJob("alerts.still_looking");
    }
    const { searches } = await readAlerts(site, token);
    expect([searches[0]?.state, isWaiting()]).toEqual(["active", false]);
  });

  it("keeps a search paused that they paused themselves, when they are still looking with another", async () => {
    const site = makeSite();
    const token = await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    await saveSearch(site, ANA, { search: { filter: "Studio" } });
    site.clock.now = new Date(site.clock.now.getTime() + 181 * DAY_MS);
    await site.runJob("alerts.still_looking");
    await workOff(site);
    const [id = 0] = ids(await readAlerts(site, token));
    await patch(site, token, id, { paused: true });
    const link = alertToken((await mailsTo(site, ANA))[0]);
    await post(site, `/api/alerts/${link}/confirm`);
    const states = (await readAlerts(site, token)).searches.map(({ state, isAskedAgain }) => [state, isAskedAgain]);
    expect(states).toEqual([
      ["paused", false],
      ["active", false],
    ]);
  });

  it("gets no alerts after stopping all of them, even once only a hash of the address is left", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await subscribe(site, ANA);
    await makeVip(ANA);
    const forget = async () => {
      for (let times = 0; times < 10; times += 1) {
        site.clock.now = new Date(site.clock.now.getTime() + 10 * DAY_MS);
        expect(await site.runJob("alerts.forget")).toBe(true);
      }
      const { results } = await env.DB.prepare("SELECT email FROM alert_readers").all();
      expect(results).toEqual([{ email: "" }]);
    };
    const newsOf = async (address: string) => {
      await publish(site, { address });
      await afterUndo(site);
      return (await newsTo(site, ANA)).length;
    };
    await post(site, `/api/alerts/${await saveSearch(site, ANA)}/stop`);
    await forget();
    expect(await newsOf("12 Rockford Road, Toronto")).toBe(0);
    await forget();
    // Anybody may request a search for the address. Without a confirmation, it resumes nothing.
    await askFor(site, ANA);
    expect(await newsOf("14 Rockford Road, Toronto")).toBe(0);
    await post(site, `/api/alerts/${alertToken((await mailsTo(site, ANA))[0])}/stop`);
    await forget();
    const wanted = { bedrooms: [], maxRent: null, areas: [], frequency: "every" };
    await site.fetch(`/api/preferences/${await site.tokenFor("preferences", 1)}`, { method: "PUT", json: wanted });
    expect(await newsOf("16 Rockford Road, Toronto")).toBe(1);
  });

  it("gets the searches in the export, and nothing remains after erasure and opt-out", async () => {
    const site = makeSite();
    await saveSearch(site, ANA, { name: "Mine", search: { q: "bright", commute: "43.65,-79.4", maxCommute: 35 } });
    const stored = await env.DB.prepare("SELECT * FROM saved_searches").first();
    expect(JSON.stringify(stored)).not.toContain("43.65");
    await site.fetch("/api/privacy/request", { json: { email: ANA } });
    const token = linkIn((await mailsTo(site, ANA))[0], "privacy");
    const data = await json<{ searches: unknown[] }>(site.fetch(`/api/privacy/${token}`));
    expect(data.searches).toEqual([
      expect.objectContaining({
        name: "Mine",
        query: "q=bright&commute=43.65%2C-79.4&maxCommute=35",
        state: "active",
        consentVersion: "alerts-2026-11",
        confirmedBy: "button",
      }),
    ]);
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    for (const table of ["alert_readers", "saved_searches", "alert_keys", "alerts_notified"])
      expect(await count(table)).toBe(0);
    const again = await saveSearch(site, ANA);
    await post(site, `/api/never/${await site.neverToken(ANA)}`);
    expect((await readAlerts(site, again)).searches[0]?.state).toBe("stopped");
  });
});

describe("a listing", () => {
  it("is emailed to a VIP once, by the alert or a saved search", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await subscribe(site, ANA);
    await makeVip(ANA);
    await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    await publish(site);
    await afterUndo(site);
    await passUntil(site, SATURDAY_TEN);
    // Emails of both kinds have the same subject, so both would be counted here.
    expect(await newsTo(site, ANA)).toHaveLength(1);
  });

  it("is emailed to a VIP once, even if an alert and the edition are sent at the same time", async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('insert into "alerts_notified"');
    site.clock.now = new Date(FRIDAY_TEN.getTime() - DAY_MS);
    await subscribe(site, ANA);
    await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    await publish(site);
    await afterUndo(site);
    await makeVip(ANA);
    site.clock.now = FRIDAY_TEN;
    await site.tick();
    const [, ...others] = site.mailings;
    site.mailings.length = 1;
    interruptBy(async () => {
      site.mailings.push(...others);
      await site.runMailings();
    });
    await site.runMailings();
    const mails = (await mailsTo(site, ANA)).filter(({ text }) => text.includes("/listing/1/"));
    expect([mails.length, others.length, isWaiting()]).toEqual([1, 1, false]);
  });

  it("is in no alert while it awaits confirmation, and in one alert after that", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    const { id } = await publish(site, { rent: "$700" });
    await afterUndo(site);
    await passUntil(site, SATURDAY_TEN);
    expect(await newsTo(site, ANA)).toEqual([]);
    await site.fetch(`/api/admin/listings/${id}/confirm`, { json: {}, as: await site.logIn() });
    await afterUndo(site);
    await passUntil(site, SUNDAY_TEN);
    expect(await newsTo(site, ANA)).toHaveLength(1);
  });

  it("that was sent back to review right after its first approval is sent after the second one, once", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await subscribe(site, ANA);
    await makeVip(ANA);
    const id = await submit(site);
    const setApproved = async (approved: boolean) =>
      site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved }, as: await site.logIn() });
    await setApproved(true);
    await setApproved(false);
    await afterUndo(site);
    expect(await newsTo(site, ANA)).toEqual([]);
    for (const approved of [true, false, true]) {
      await setApproved(approved);
      await afterUndo(site);
      expect(await newsTo(site, ANA)).toHaveLength(1);
    }
  });

  it("is not sent to anybody after its approval is undone", async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    await saveSearch(site, ANA);
    const id = await submit(site);
    const { decisionId } = (await approve(site, id)) as unknown as { decisionId: string };
    await site.fetch(`/api/admin/decisions/${decisionId}/undo`, { json: {}, as: await site.logIn() });
    await afterUndo(site);
    expect(await count("alert_matches")).toBe(0);
  });

  it("with a lower rent is sent to matching searches, not to stopped ones", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: FRIDAY_TEN });
    const { id } = await publish(site, { rent: "$2,300" });
    await afterUndo(site);
    await saveSearch(site, ANA, { search: { filter: "1 BR" } });
    await saveSearch(site, "ben@example.com", { search: { maxRent: 2_200 } });
    await saveSearch(site, "cem@example.com", { search: { maxRent: 2_000 } });
    await change(site, id, { rent: "$2,150" });
    await passUntil(site, new Date(FRIDAY_TEN.getTime() + 3_600_000));
    await passUntil(site, SATURDAY_TEN);
    for (const email of [ANA, "ben@example.com"]) {
      const [mail, ...more] = await newsTo(site, email);
      expect(more).toEqual([]);
      expect(mail?.text).toContain("was $2,300, now $2,150");
      expect(mail?.subject).toContain("now $2,150");
    }
    expect(await newsTo(site, "cem@example.com")).toEqual([]);
    const [toBen] = await newsTo(site, "ben@example.com");
    await post(site, `/api/alerts/${alertToken(toBen)}/stop`);
    await change(site, id, { rent: "$2,000" });
    await passUntil(site, new Date(SATURDAY_TEN.getTime() + 3_600_000));
    await passUntil(site, SUNDAY_TEN);
    expect(await newsTo(site, "ben@example.com")).toHaveLength(1);
    expect(await newsTo(site, ANA)).toHaveLength(2);
  });
});
