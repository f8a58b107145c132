import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import { isRead } from "../../../worker/platform/http.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { endlessMinutes } from "../../support/worker/limiters.ts";
import { draft, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const ban = (network: string, active = 1) =>
  env.DB.prepare(
    "INSERT INTO bans (ip_address, network, reason, is_active, created_at) VALUES (?, ?, 'Fake listings', ?, 1)",
  )
    .bind(network, network, active)
    .run();

describe("a banned network", () => {
  it("can read but not write, from any address of its /64 and in any spelling", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await ban("2001:db8:5:6::/64");
    await ban("198.51.100.9");
    const from = (address: string) =>
      site.fetch("/api/submit-property", { json: draft(), headers: { "cf-connecting-ip": address } });
    for (const address of [
      "2001:db8:5:6::1",
      "2001:0DB8:0005:0006:ffff:ffff:ffff:ffff",
      "198.51.100.9",
      "::ffff:198.51.100.9",
      "::ffff:c633:6409",
    ]) {
      const response = await from(address);
      expect(response.status, address).toBe(403);
      expect(await json(response)).toMatchObject({
        code: "request.banned",
        error: expect.stringContaining("Fake listings"),
      });
    }
    expect(
      (await site.fetch("/api/marketplace-listings", { headers: { "cf-connecting-ip": "198.51.100.9" } })).status,
    ).toBe(200);
    expect((await from("2001:db8:5:7::1")).status).toBe(201);
    expect((await from("198.51.100.10")).status).toBe(201);
  });

  it("can write again once the ban is lifted, and cannot change its address by headers", async () => {
    const site = makeSite();
    await ban("198.51.100.9", 0);
    expect(
      (await site.fetch("/api/submit-property", { json: draft(), headers: { "cf-connecting-ip": "198.51.100.9" } }))
        .status,
    ).toBe(201);
    await ban("198.51.100.20");
    const spoofed = {
      "cf-connecting-ip": "198.51.100.20",
      "x-forwarded-for": "1.2.3.4",
      "x-real-ip": "1.2.3.4",
      "true-client-ip": "1.2.3.4",
      forwarded: "for=1.2.3.4",
    };
    expect((await site.fetch("/api/submit-property", { json: draft(), headers: spoofed })).status).toBe(403);
  });
});

describe("public writes", () => {
  it("are all refused for a banned network with the reason, except writes that must always work", async () => {
    const site = makeSite();
    await ban("198.51.100.9");
    const writes = OPERATIONS.filter(
      ({ operation: { method, path }, rule }) => rule.access === "public" && !isRead(method, path),
    );
    const refused: string[] = [];
    const taken: string[] = [];
    for (const { operation, rule } of writes) {
      const { method, path } = operation;
      const response = await site.fetch(path.replaceAll(/:[a-z]+/gi, "1"), {
        method,
        json: {},
        headers: { "cf-connecting-ip": "198.51.100.9" },
      });
      const isRefused = (await response.text()).includes("Reason: Fake listings");
      expect(isRefused, `${method} ${path}`).toBe(rule.worksWhenBanned !== true);
      expect(response.status === 403, `${method} ${path}`).toBe(isRefused);
      (isRefused ? refused : taken).push(path);
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        "/api/submit-property",
        "/api/discussion/threads",
        "/api/report-property",
        "/api/subscribe",
      ]),
    );
    // Moderators who banned their own network can log in and lift the ban. Landlords and subscribers can still use
    // their links.
    expect(taken).toEqual(
      expect.arrayContaining([
        "/api/admin/login",
        "/api/manage/:token",
        "/api/unsubscribe/:token",
        "/api/stripe/webhook",
      ]),
    );
    expect(refused.filter((path) => /\/(?:login|logout|webhook)\b|\/:token$/.test(path))).toEqual([]);
  });
});

describe("limits", () => {
  it("stop only the network that submits endlessly, with Retry-After", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push((await site.fetch("/api/submit-property", { json: draft() })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    const stopped = await site.fetch("/api/submit-property", { json: draft() });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(
      (await site.fetch("/api/submit-property", { json: draft(), headers: { "cf-connecting-ip": "192.0.2.55" } }))
        .status,
    ).toBe(201);
  });

  it("count only authorized requests, because unauthorized ones get 401 each time", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" }, deps: endlessMinutes() });
    for (let n = 0; n < 200; n += 1) {
      expect((await site.fetch("/api/admin/listings/1", { method: "DELETE" })).status).toBe(401);
    }
    const as = await site.logIn();
    const statuses: number[] = [];
    for (let n = 0; n < 125; n += 1)
      statuses.push((await site.fetch("/api/admin/listings/1", { method: "DELETE", as })).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });

  it("scale with RATE_LIMIT_SCALE: 1,000 is enough for tests, and 0 disables them", { tags: ["rest"] }, async () => {
    for (const scale of ["1000", "0"]) {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: scale }, deps: endlessMinutes() });
      for (let n = 0; n < 20; n += 1)
        expect((await site.fetch("/api/submit-property", { json: draft() })).status).toBe(201);
    }
  });
});

describe("large bodies", () => {
  /**
   * Streams a body that is generated while it is read, because the test must not hold it in memory; it pauses half-way
   * until `gate` opens.
   */
  const streamed = (photos: number, charactersEach: number, gate: Promise<void> = Promise.resolve()) => {
    const encoder = new TextEncoder();
    const piece = encoder.encode("QUJD".repeat(16_384));
    const { images: _images, ...rest } = draft();
    function* parts() {
      yield encoder.encode(`${JSON.stringify(rest).slice(0, -1)},"images":[`);
      for (let photo = 0; photo < photos; photo += 1) {
        yield encoder.encode(`${photo ? "," : ""}"data:image/jpeg;base64,`);
        for (let sent = 0; sent < charactersEach; sent += piece.length) yield piece;
        yield encoder.encode('"');
      }
      yield encoder.encode("]}");
    }
    const source = parts();
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gate;
        const { value, done } = source.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  };
  const json5 = { "content-type": "application/json" };

  it("over 36 MB are rejected while they stream, and nothing is stored", async () => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", { body: streamed(6, 7_000_000), headers: json5 });
    expect(response.status).toBe(413);
    expect((await site.fetch("/api/admin/listings", { as: await site.logIn() })).headers.get("x-total-count")).toBe(
      "0",
    );
  });

  it(
    "of 12 concurrent callers are read while memory is available, and the others get Retry-After",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const gate = Promise.withResolvers<void>();
      const calls = Array.from({ length: 12 }, (_, n) =>
        site.fetch("/api/submit-property", {
          body: streamed(5, 6_500_000, gate.promise),
          headers: { ...json5, "cf-connecting-ip": `198.51.100.${n + 1}` },
        }),
      );
      gate.resolve();
      const responses = await Promise.all(calls);
      const statuses = responses.map(({ status }) => status);
      // Two of the largest bodies fit into memory together. A third fits once one of them has been processed.
      expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(2);
      expect(statuses.filter((status) => status === 400 || status === 503)).toHaveLength(12);
      for (const response of responses)
        if (response.status === 503) expect(response.headers.get("retry-after")).toBe("3");
      expect((await site.fetch("/api/submit-property", { body: streamed(1, 400_000), headers: json5 })).status).toBe(
        400,
      );
    },
  );

  it("accept photos in any order of fields, with escaped slashes and spaces", async () => {
    const site = makeSite();
    const { images: _images, ...rest } = draft();
    const body = `{ "images" : [ "${dataUrl(await png()).replaceAll("/", "\\/")}" ] , ${JSON.stringify(rest).slice(1)}`;
    const response = await site.fetch("/api/submit-property", { body, headers: json5 });
    expect(response.status).toBe(201);
    const [listing] = await json<{ imageCount: number }[]>(
      site.fetch("/api/admin/listings", { as: await site.logIn() }),
    );
    expect(listing?.imageCount).toBe(1);
  });

  it("store text that looks like a photo verbatim", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const as = await site.logIn();
    const texts = [
      "data:",
      'data: "hello" world',
      "data:\nfoo bar",
      'data:image/png;base64 "quoted", and more',
      String.raw`data:\image\png`,
      "data: is a word",
      "see data:text/plain,hello",
    ];
    for (const additionalInfo of texts) {
      const id = await submit(site, { additionalInfo });
      const listing = await json<{ additionalInfo: string }>(site.fetch(`/api/admin/listings/${id}`, { as }));
      expect(listing.additionalInfo).toBe(additionalInfo);
    }
  });

  it("may escape every character of a photo", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [head = "", base64 = ""] = dataUrl(await png({ width: 300, height: 200 })).split(",");
    const escaped = base64
      .replaceAll("+", String.raw`\u002b`)
      .replaceAll("/", String.raw`\u002F`)
      .replaceAll("=", String.raw`\u003d`);
    const body = JSON.stringify(draft({ images: ["PHOTO"] })).replace("PHOTO", `${head},${escaped}`);
    expect((await site.fetch("/api/submit-property", { body, headers: json5 })).status).toBe(201);
  });

  it("with a forged photo marker are rejected", async () => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", { json: draft({ images: ["\u0000photo:0"] }) });
    expect(response.status).toBe(400);
  });
});

describe("the outbox", () => {
  /**
   * Number of outbox entries after submission and approval. Four are due at once: an email, the look-up of the
   * location, the smaller photos and the preview image. Two are due once the approval can no longer be undone: an email
   * and the alerts.
   */
  const PUBLISHING = 4 + 2;
  const handedOver = (site: Site) => site.queued.length + site.delayed.length;
  const brokenQueue = (): Partial<Deps> => ({
    queue: { sendBatch: () => Promise.reject(new Error("queue is down")) } as unknown as Queue,
  });

  it("enqueues work that the queue did not accept at the next tick", async () => {
    let isDown = true;
    const site = makeSite({ deps: () => (isDown ? brokenQueue() : {}) });
    await publish(site);
    expect(handedOver(site)).toBe(0);
    isDown = false;
    await site.tick();
    expect(handedOver(site)).toBe(PUBLISHING);
  });

  it("enqueues lost work again, but not completed work", { tags: ["rest"] }, async () => {
    const site = makeSite();
    // Without a postal code, nothing is known about the location, and the preview is drawn once.
    await publish(site, { address: "85 Main Street, Toronto, ON" });
    expect([...site.queued.splice(0), ...site.delayed.splice(0)]).toHaveLength(PUBLISHING);
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 60_000);
    await site.tick();
    expect(site.queued).toHaveLength(PUBLISHING);
    await site.runQueue();
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 60_000);
    await site.tick();
    expect(site.queued).toHaveLength(0);
  });

  it("runs a job once even when a tick is repeated", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await submit(site);
    await Promise.all([site.tick(), site.tick()]);
    const { results } = await env.DB.prepare("SELECT job, count(*) AS runs FROM job_runs GROUP BY job").all();
    expect(results.map(({ runs }) => runs)).toEqual(results.map(() => 1));
    expect(results.length).toBeGreaterThanOrEqual(4);
  });

  it("notifies the operator when a job gives up", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { CONTACT_EMAIL: "operator@example.com" } });
    await publish(site);
    const [entry] = site.queued.splice(0);
    // Delivers a dead letter twice, because the platform may do so.
    for (let delivery = 0; delivery < 2; delivery += 1) await site.runDeadQueue(entry ?? { outboxId: 0 });
    const mails = await json<{ subject: string; text: string; to: string }[]>(
      site.fetch("/api/dev/mailbox?to=operator@example.com"),
    );
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe("[Below Market Toronto] A job failed too often");
    expect(mail?.text).toContain("listing.mail");
    site.clock.now = new Date(site.clock.now.getTime() + 60 * 60_000);
    await site.tick();
    expect(site.queued, "the others, not the one that gave up").toHaveLength(PUBLISHING - 1);
  });
});
