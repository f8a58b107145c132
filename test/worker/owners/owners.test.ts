import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { UNDO_MS } from "../../../worker/contracts/decisions.ts";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
/** Number of days for which emails about a decision are delayed, because the decision can be undone. */
const UNDO_DAYS = UNDO_MS / DAY_MS;
const EMAIL = "landlord@example.com";
const later = (site: Site, days: number) => (site.clock.now = new Date(site.clock.now.getTime() + days * DAY_MS));
const newestMail = async (site: Site) => (await mailsTo(site, EMAIL))[0];
const manage = (site: Site, token: string, method = "GET", path = "", body?: unknown) =>
  site.fetch(`/api/manage/${token}${path}`, { method, ...(body !== undefined && { json: body }) });

describe("an email to a landlord", () => {
  it(
    "contains both links on submission, one of them as a button, and is sent once despite repeated deliveries",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await submit(site);
      await site.runQueue(3);
      const mails = await mailsTo(site, EMAIL);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toBe("Your 1 Bedroom listing (#1): received");
      expect(mails[0]?.text).toMatch(/http:\/\/localhost:8787\/manage\/1-[a-z2-7]{40}\n/);
      expect(mails[0]?.html).toContain(`/delete/${tokenIn(mails[0], "delete")}`);
      // Only the link to manage is a button; the link to remove is plain.
      expect(mails[0]?.html.match(/<a [^>]*background:#0f5a6d[^>]*>[^<]*/g)).toEqual([
        expect.stringContaining(">Manage the listing"),
      ]);
      expect((mails[0]?.html ?? "").length).toBeLessThan(100_000);
      for (const table of ["listings", "outbox", "audit_log", "mail_claims", "job_runs"]) {
        const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
        expect(JSON.stringify(results), table).not.toContain(tokenIn(mails[0], "manage").slice(2));
      }
    },
  );

  it("explains the decision on approval and on rejection", async () => {
    const site = makeSite();
    const id = await submit(site);
    await approve(site, id);
    later(site, UNDO_DAYS);
    expect((await newestMail(site))?.subject).toBe("Your 1 Bedroom listing (#1): published");
    const as = await site.logIn();
    const reject = (body: unknown) => site.fetch(`/api/admin/listings/${id}/reject`, { json: body, as });
    for (const body of [{}, { reason: "" }, { reason: " \u200b " }, { reason: 7 }])
      expect((await reject(body)).status).toBe(400);
    expect(await json(reject({ reason: "The photos show <b>another</b> unit." }))).toMatchObject({
      status: "rejected",
      approved: false,
    });
    later(site, UNDO_DAYS);
    const mail = await newestMail(site);
    expect(mail?.subject).toBe("Your 1 Bedroom listing (#1): not published");
    expect(mail?.text).toContain("The photos show <b>another</b> unit.");
    expect(mail?.html).toContain("&lt;b&gt;another&lt;/b&gt;");
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect(await approve(site, id)).toMatchObject({ approved: true });
  });

  it("is not sent if it is no longer true when it is due", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    await approve(site, id);
    await approve(site, id, false);
    later(site, UNDO_DAYS);
    expect((await mailsTo(site, EMAIL)).map(({ subject }) => subject)).toEqual([
      "Your 1 Bedroom listing (#1): received",
    ]);
  });

  it("asks five days before expiry whether the unit is available, once per term", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publish(site);
    // The development mailbox stores an email for a month, which is shorter than a term.
    const questions = new Set<number>();
    const asked = async () => {
      for (const { id, subject } of await mailsTo(site, EMAIL))
        if (subject.startsWith("Still available?")) questions.add(id);
      return questions.size;
    };
    later(site, 54);
    await site.tick();
    expect(await asked()).toBe(0);
    later(site, 1.5);
    for (let n = 0; n < 3; n += 1) {
      await site.tick();
      site.clock.now = new Date(site.clock.now.getTime() + 15 * 60_000);
    }
    expect(await asked()).toBe(1);
    await manage(site, tokenIn(await newestMail(site), "manage"), "POST", "/renew");
    later(site, 56);
    await site.tick();
    expect(await asked()).toBe(2);
  });

  it("is retried when sending fails, but not when the outcome is unknown", { tags: ["rest"] }, async () => {
    let state: "down" | "lost" | "up" = "down";
    const sent: string[] = [];
    const site = makeSite({
      deps: (deps): Partial<Deps> => ({
        mail: {
          send: async (mail) => {
            if (state === "down") throw Object.assign(new Error("quota"), { code: "E_DAILY_LIMIT_EXCEEDED" });
            sent.push(mail.subject);
            return deps.mail.send(mail);
          },
        },
      }),
    });
    await submit(site);
    await site.runQueue();
    expect(sent).toEqual([]);
    state = "up";
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 60_000);
    await site.tick();
    await site.runQueue();
    expect(sent).toHaveLength(1);
    // Simulates a consumer that died after sending but before recording it: the outbox entry is still open, but the
    // email's claim exists.
    await env.DB.prepare("UPDATE outbox SET done_at = NULL, leased_until = NULL").run();
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 60_000);
    await site.tick();
    await site.runQueue();
    expect(sent).toHaveLength(1);
  });
});

describe("a landlord with the manage link", () => {
  it("sees the current listing without moderators' notes", async () => {
    const site = makeSite();
    const id = await submit(site, { rent: "900", unit: "4" });
    const token = tokenIn(await newestMail(site), "manage");
    const listing = await json<OwnerListing>(manage(site, token));
    expect(listing).toMatchObject({
      id,
      status: "pending",
      email: EMAIL,
      unit: "4",
      expiresAt: null,
      path: null,
      canRenew: false,
    });
    expect(JSON.stringify(listing)).not.toContain("scam");
    await approve(site, id);
    expect(await json(manage(site, token.toUpperCase()))).toMatchObject({
      status: "approved",
      canRenew: true,
      path: `/listing/${id}/1-bedroom-85-main-street`,
    });
  });

  it("edits the listing: changes of key facts require review, others do not", async () => {
    const site = makeSite();
    const { id } = await publish(site, { images: [dataUrl(await png())] });
    const token = tokenIn(await newestMail(site), "manage");
    const edit = (change: unknown) => json<OwnerListing>(manage(site, token, "PATCH", "", change));
    expect(await edit({ additionalInfo: "New text." })).toMatchObject({
      status: "approved",
      additionalInfo: "New text.",
    });
    for (const change of [
      { rent: "1,700" },
      { address: "86 Main St, Toronto" },
      { bedrooms: "2 BR" },
      { images: [] },
    ]) {
      await approve(site, id);
      expect(await edit(change), JSON.stringify(change)).toMatchObject({ status: "pending" });
      expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    }
    expect((await manage(site, token, "PATCH", "", { address: "no number" })).status).toBe(400);
  });

  it("corrects a rejected listing, which returns to review", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site);
    const token = tokenIn(await newestMail(site), "manage");
    await site.fetch(`/api/admin/listings/${id}/reject`, {
      json: { reason: "No phone that answers." },
      as: await site.logIn(),
    });
    expect(await json(manage(site, token))).toMatchObject({
      status: "rejected",
      rejectionReason: "No phone that answers.",
    });
    expect(await json(manage(site, token, "PATCH", "", { phone: "416-555-0199" }))).toMatchObject({
      status: "pending",
      rejectionReason: null,
    });
  });

  it("renews for 60 days, even after expiry", async () => {
    const site = makeSite();
    const first = await publish(site);
    const token = tokenIn(await newestMail(site), "manage");
    const second = await publish(site, { address: "9 Elm St", email: "other@example.com" });
    later(site, 59);
    expect(await json(manage(site, token, "POST", "/renew"))).toMatchObject({
      status: "approved",
      expiresAt: new Date(site.clock.now.getTime() + 60 * DAY_MS).toISOString(),
    });
    const order = await json<{ id: number }[]>(site.fetch("/api/marketplace-listings"));
    expect(order.map(({ id }) => id)).toEqual([second.id, first.id]);
    later(site, 61);
    await site.tick();
    expect(await json(manage(site, token))).toMatchObject({ status: "expired" });
    expect(await json(manage(site, token, "POST", "/renew"))).toMatchObject({ status: "approved" });
  });

  it("marks it as rented, which hides it permanently", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const token = tokenIn(await newestMail(site), "manage");
    for (let n = 0; n < 2; n += 1)
      expect(await json(manage(site, token, "POST", "/rented"))).toMatchObject({ status: "rented" });
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect((await manage(site, token, "POST", "/renew")).status).toBe(409);
    expect((await manage(site, token, "PATCH", "", { rent: "1" })).status).toBe(409);
    expect(
      (
        await site.fetch(`/api/admin/listings/${id}/status`, {
          method: "PATCH",
          json: { approved: true },
          as: await site.logIn(),
        })
      ).status,
    ).toBe(409);
  });
});

describe("the deletion link", () => {
  it("removes the listing and its photos permanently, while opening it changes nothing", async () => {
    const site = makeSite();
    const { id, slug, images } = await publish(site, { images: [dataUrl(await png())] });
    const mail = await newestMail(site);
    const [remove, manageToken] = [tokenIn(mail, "delete"), tokenIn(mail, "manage")];
    for (const path of [
      `/delete/${remove}`,
      `/manage/${manageToken}`,
      `/api/delete/${remove}`,
      `/api/manage/${manageToken}/renew`,
    ]) {
      for (const method of ["GET", "HEAD"]) await site.fetch(path, { method });
    }
    expect((await site.fetch(`/listing/${id}/${slug}`)).status).toBe(200);
    const asked = await site.fetch(`/api/delete/${remove}`);
    expect(asked.headers.get("cache-control")).toContain("no-store");
    expect(await json(asked)).toEqual({ address: "85 Main Street, Toronto, ON M4E 2V6" });
    const removeIt = () => site.fetch(`/api/delete/${remove}`, { method: "DELETE" });
    expect(await json(removeIt())).toEqual({ address: "85 Main Street, Toronto, ON M4E 2V6" });
    const again = await removeIt();
    for (const refused of [again, await site.fetch(`/api/delete/${remove}`)]) {
      expect(refused.status).toBe(404);
      expect(await json(refused)).toMatchObject({ error: "Invalid deletion link" });
    }
    expect((await manage(site, manageToken)).status).toBe(404);
    expect((await site.fetch(`/listing/${id}/${slug}`)).status).toBe(410);
    expect((await site.fetch(images[0] ?? "")).status).toBe(404);
    expect((await env.PHOTOS.list()).objects).toEqual([]);
  });

  it("works only for its purpose, and cannot be guessed", async () => {
    const site = makeSite();
    await submit(site);
    const mail = await newestMail(site);
    const [remove, manageToken] = [tokenIn(mail, "delete"), tokenIn(mail, "manage")];
    const tries = [
      remove.replace(/^1-/, "2-"),
      remove.slice(0, -1),
      `${remove}a`,
      manageToken,
      "1",
      "1-",
      "x",
      "%00",
      `1-${"a".repeat(32)}`,
    ];
    for (const token of tries)
      for (const method of ["GET", "DELETE"])
        expect((await site.fetch(`/api/delete/${token}`, { method })).status, `${method} ${token}`).toBe(404);
    expect((await manage(site, remove)).status).toBe(404);
    expect((await manage(site, manageToken)).status).toBe(200);
  });

  it("is a page that is not indexed, cached or sent as a referrer", async () => {
    const site = makeSite();
    for (const path of ["/delete/1-abc", "/manage/1-abc"]) {
      const { status, headers } = await site.fetch(path);
      expect(status).toBe(200);
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("lost links", () => {
  const ask = (site: Site, email: string) => site.fetch("/api/listing-links", { json: { email } });

  it(
    "are emailed again to the listings' address in any letter case, without revealing anything",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await submit(site);
      const known = await json(ask(site, EMAIL.toUpperCase()));
      expect(await json(ask(site, "stranger@example.com"))).toEqual(known);
      const [mail] = await mailsTo(site, EMAIL);
      expect(mail?.subject).toBe("The links to your listing");
      expect(mail?.text).toContain("Your 1 Bedroom listing (#1), posted on November 20, 2026:");
      expect((await manage(site, tokenIn(mail, "manage"))).status).toBe(200);
      expect(await mailsTo(site, "stranger@example.com")).toEqual([]);
      expect((await ask(site, "nonsense")).status).toBe(400);
    },
  );

  it("reach one address at most three times a day in total", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    await submit(site);
    // An address that has not used a link yet gets at most three emails of all kinds together.
    await manage(site, tokenIn(await newestMail(site), "manage"), "PATCH", "", { bathrooms: "2" });
    for (let n = 0; n < 12; n += 1) {
      expect(
        (
          await site.fetch("/api/listing-links", {
            json: { email: EMAIL },
            headers: { "cf-connecting-ip": `10.3.0.${n}` },
          })
        ).status,
      ).toBe(200);
    }
    const links = (await mailsTo(site, EMAIL)).filter(({ subject }) => subject.startsWith("The links to"));
    expect(links).toHaveLength(3);
  });

  it("to several listings are sent in one email", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const address of ["1 Elm St", "2 Elm St", "3 Elm St"]) await submit(site, { address });
    await site.runQueue();
    await ask(site, EMAIL);
    const [mail, ...others] = await mailsTo(site, EMAIL);
    expect(mail?.subject).toBe("The links to your 3 listings");
    expect(mail?.text.match(/\/manage\//g)).toHaveLength(3);
    expect(others).toHaveLength(3);
  });
});
