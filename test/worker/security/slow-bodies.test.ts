import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../../worker/contracts/operations.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { draft } from "../../support/worker/listings.ts";
import { sender, settle, siteWithTimers } from "../../support/worker/senders.ts";
import { json, type Site } from "../../support/worker/site.ts";
import { operator } from "../../support/worker/operator.ts";

const MEGABYTE = 1024 * 1024;
const SUBMIT = "/api/submit-property";

/**
 * Sends a request whose body the sender provides. The returned call contains the response as soon as it has arrived.
 */
function post(site: Site, path: string, from: ReturnType<typeof sender>, headers: Record<string, string> = {}) {
  const call: { response: Response | null; done: Promise<Response> } = {
    response: null,
    done: site.fetch(path, {
      method: "POST",
      body: from.body,
      headers: { "content-type": "application/json", ...headers },
    }),
  };
  void call.done.then((response) => (call.response = response));
  return call;
}

const network = (n: number) => ({ "cf-connecting-ip": `198.51.100.${n}` });

/** The beginning of a submission up to its photo, and its end. */
const BEGINNING = `${JSON.stringify(draft({ images: undefined })).slice(0, -1)},"images":["data:image/png;base64,`;
const END = '"]}';

/**
 * Returns a submission of about this many bytes: a small photo with bytes after its end, which are not part of the
 * picture.
 */
async function submission(bytes: number): Promise<string> {
  const photo = await png();
  const padded = new Uint8Array(Math.floor((bytes * 3) / 4));
  padded.set(photo);
  return JSON.stringify(draft({ images: [dataUrl(padded)] }));
}

describe("a sender that is too slow", () => {
  it(
    "delays nobody: two that declare 36 MB and send four bytes every ten seconds are cut off within 30 s",
    { tags: ["rest"] },
    async () => {
      const { site, pass, timers } = siteWithTimers();
      const declared = { "content-length": String(36 * MEGABYTE) };
      const slow = [sender(), sender()];
      const calls = slow.map((from) => post(site, SUBMIT, from, declared));
      for (const from of slow) from.send('{"a"');
      await settle();

      // While the slow bodies are pending, all other uploads are accepted, even from the same network.
      const body = await submission(400_000);
      for (const headers of [network(1), {}]) {
        const other = await site.fetch(SUBMIT, { body, headers: { "content-type": "application/json", ...headers } });
        expect(other.status).toBe(201);
      }

      const seconds = await pass(
        30,
        (second) => second % 10 === 0 && slow.forEach((from) => from.send("    ")),
        () => calls.every(({ response }) => response),
      );
      expect(seconds).toBeLessThan(30);
      for (const [index, { response }] of calls.entries()) {
        expect(response?.status).toBe(408);
        expect(slow[index]?.state.isCut).toBe(true);
      }
      expect(timers.size).toBe(0);
    },
  );

  it("gets a response within 30 s from every operation with a body", async () => {
    const { site, pass } = siteWithTimers();
    const as = `${await site.logIn()}; ${await operator(site)}`;
    const writes = OPERATIONS.filter(({ operation: { method } }) => ["POST", "PUT", "PATCH"].includes(method))
      .map(({ operation: { method, path } }) => `${method} ${path}`)
      // This operation is excluded, because it accepts no body, and because it loads a library, which takes real time
      // instead of the test's time.
      .filter((operation) => !operation.endsWith("/passkey/options"));
    writes.push(
      "POST /api/admin/listings/approve",
      "PATCH /api/admin/listings/1",
      "PUT /api/discussion/automation/settings",
    );
    writes.push("POST /dev/mailbox/1/reply", "POST /unsubscribe/1", "POST /nowhere");
    expect(writes.length).toBeGreaterThan(40);
    const calls = writes.map((operation) => {
      const [method = "", path = ""] = operation.split(" ");
      const from = sender();
      const call = { operation, from, response: null as Response | null };
      const headers = { "content-type": "application/json", "content-length": "60000", cookie: as };
      void site
        .fetch(path.replaceAll(/:[a-z]+/gi, "1"), { method, body: from.body, headers })
        .then((response) => (call.response = response));
      return call;
    });
    for (const { from } of calls) from.send("{");
    await pass(
      29,
      (second) => second % 5 === 0 && calls.forEach(({ from }) => from.send("    ")),
      () => calls.every(({ response }) => response),
    );
    expect(calls.filter(({ response }) => !response).map(({ operation }) => operation)).toEqual([]);
    expect(calls.filter(({ response }) => response?.status === 408).length).toBeGreaterThan(20);
    for (const { operation, response } of calls) expect(response?.status, operation).toBeLessThan(500);
  });

  it("may pause for less than 20 s within its 120 s", { tags: ["rest"] }, async () => {
    const { site, pass } = siteWithTimers();
    const from = sender();
    const call = post(site, SUBMIT, from);
    const body = await submission(150_000);
    const part = Math.ceil(body.length / 7);
    for (let at = 0; at < body.length; at += part) {
      from.send(body.slice(at, at + part));
      await pass(16);
    }
    from.end();
    expect((await call.done).status).toBe(201);
  });

  it("is cut off after 120 s, no matter how steadily it sends", { tags: ["rest"] }, async () => {
    const { site, pass } = siteWithTimers();
    const from = sender();
    const call = post(site, SUBMIT, from);
    from.send(BEGINNING);
    await settle();
    const seconds = await pass(
      130,
      () => from.send("QUJD".repeat(1_024)),
      () => call.response !== null,
    );
    expect(seconds).toBe(120);
    expect(call.response?.status).toBe(408);
    expect(await json(call.done)).toMatchObject({ code: "request.stalled" });
  });

  it("cannot save up bytes, because only the last 20 s count", { tags: ["rest"] }, async () => {
    const { site, pass } = siteWithTimers();
    const from = sender();
    const call = post(site, SUBMIT, from);
    from.send(BEGINNING);
    from.send("QUJD".repeat(MEGABYTE));
    await pass(5);
    expect(call.response).toBeNull();
    const more = await pass(
      30,
      () => from.send("QUJD"),
      () => call.response !== null,
    );
    expect(more).toBeLessThan(25);
    expect(call.response?.status).toBe(408);
  });

  it("that disconnects causes no error and leaves no timer", async () => {
    const { site, timers } = siteWithTimers();
    for (const path of [SUBMIT, "/api/subscribe"]) {
      const from = sender();
      const call = post(site, path, from);
      from.send('{"email":');
      await settle();
      from.fail();
      expect((await call.done).status).toBe(408);
    }
    expect(timers.size).toBe(0);
  });

  it("of an email is limited to the same rate", async () => {
    const { site, pass, timers } = siteWithTimers();
    const from = sender();
    let isOver = false;
    const to = `confirm+${await site.tokenFor("confirm", 1)}@belowmarket.example`;
    const received = site.receive({ from: "a@example.com", to, raw: from.body }).then(() => (isOver = true));
    from.send("From: a@example.com\r\n");
    await pass(
      29,
      () => from.send("X"),
      () => isOver,
    );
    expect(isOver).toBe(true);
    await received;
    expect(timers.size).toBe(0);
  });
});

describe("memory for bodies in an isolate", () => {
  /** Sends the beginning of a submission and this many bytes of its photo, then a little more each second. */
  const holding = async (site: Site, bytes: number, headers: Record<string, string>) => {
    const from = sender();
    const call = post(site, SUBMIT, from, headers);
    from.send(BEGINNING);
    const piece = new TextEncoder().encode("QUJD".repeat(65_536));
    for (let sent = 0; sent < bytes; sent += piece.length) from.send(piece);
    await settle();
    return { from, call };
  };

  it("is never used up by one network, which gets at most half of it", { tags: ["rest"] }, async () => {
    const { site } = siteWithTimers();
    const mine = [await holding(site, 17 * MEGABYTE, network(1)), await holding(site, 17 * MEGABYTE, network(1))];
    const third = await holding(site, 17 * MEGABYTE, network(1));
    expect(third.call.response).toBeNull();
    third.from.end();
    const refused = await third.call.done;
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("3");
    expect(mine.map(({ call }) => call.response)).toEqual([null, null]);

    const body = await submission(400_000);
    const other = await site.fetch(SUBMIT, { body, headers: { "content-type": "application/json", ...network(2) } });
    expect(other.status).toBe(201);
    const large = await holding(site, 30 * MEGABYTE, network(3));
    expect(large.call.response).toBeNull();
    for (const { from, call } of [...mine, large]) {
      from.send(END);
      from.end();
      expect((await call.done).status, "read to its end, and no picture").toBe(400);
    }
  });

  it(
    "is shared within a /48, and sixty of its /64s with a photo each keep nobody else out",
    { tags: ["rest"] },
    async () => {
      const { site } = siteWithTimers();
      const crowd: Awaited<ReturnType<typeof holding>>[] = [];
      for (let n = 0; n < 60; n += 1)
        crowd.push(
          await holding(site, 1.2 * MEGABYTE, { "cf-connecting-ip": `2001:db8:77:${(n * 1_000).toString(16)}::1` }),
        );
      const body = await submission(3_000_000);
      const newcomer = await site.fetch(SUBMIT, {
        body,
        headers: { "content-type": "application/json", ...network(1) },
      });
      expect(newcomer.status).toBe(201);
      for (const { from } of crowd) {
        from.send(END);
        from.end();
      }
      const statuses = await Promise.all(crowd.map(async ({ call }) => (await call.done).status));
      const readToTheEnd = statuses.filter((status) => status === 400).length;
      expect(statuses.filter((status) => status === 503)).toHaveLength(60 - readToTheEnd);
      // The memory of 36 MB holds bodies of 1.25 MB each, plus their buffers.
      expect(readToTheEnd).toBeGreaterThan(20);
      expect(readToTheEnd).toBeLessThanOrEqual(30);
    },
  );

  it("for bodies without photos is also shared within a /48", { tags: ["rest"] }, async () => {
    const { site } = siteWithTimers();
    const beginning = '{"email":"renter@example.com","more":"';
    const crowd = await Promise.all(
      Array.from({ length: 255 }, async (_, n) => {
        const from = sender();
        const call = post(site, "/api/subscribe", from, {
          "cf-connecting-ip": `2001:db8:77:${(n * 200).toString(16)}::1`,
        });
        from.send(beginning);
        from.send("x".repeat(65_000));
        await settle();
        return { from, call };
      }),
    );
    await settle();
    const body = `${beginning}${"x".repeat(65_300)}"}`;
    const newcomer = await site.fetch("/api/subscribe", {
      body,
      headers: { "content-type": "application/json", ...network(1) },
    });
    expect(newcomer.status).not.toBe(503);
    for (const { from } of crowd) from.end();
    const statuses = await Promise.all(crowd.map(async ({ call }) => (await call.done).status));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(120);
  });

  it(
    "is taken from the newest body of the largest holder when another network needs it",
    { tags: ["rest"] },
    async () => {
      const { site } = siteWithTimers();
      const holders = [
        await holding(site, 20 * MEGABYTE, network(1)),
        await holding(site, 14 * MEGABYTE, network(1)),
        await holding(site, 20 * MEGABYTE, network(2)),
        await holding(site, 17 * MEGABYTE, network(3)),
      ];
      const body = await submission(1_500_000);
      const newcomer = await site.fetch(SUBMIT, {
        body,
        headers: { "content-type": "application/json", ...network(4) },
      });
      expect(newcomer.status).toBe(201);
      for (const { from } of holders) {
        from.send(END);
        from.end();
      }
      const statuses = await Promise.all(holders.map(async ({ call }) => (await call.done).status));
      expect(statuses).toEqual([400, 503, 400, 400]);
    },
  );

  it("is released by every body, whether cut off, rejected, failed or accepted", { tags: ["rest"] }, async () => {
    const { site, pass } = siteWithTimers();
    const cut = await holding(site, 10 * MEGABYTE, network(1));
    const left = await holding(site, 10 * MEGABYTE, network(1));
    const broken = await holding(site, 10 * MEGABYTE, network(1));
    left.from.fail();
    broken.from.send('"]');
    broken.from.end();
    await pass(25);
    const statuses = await Promise.all([cut, left, broken].map(async ({ call }) => (await call.done).status));
    expect(statuses).toEqual([408, 408, 400]);
    const large = await Promise.all([1, 2].map((n) => holding(site, 35 * MEGABYTE, network(n))));
    for (const { from, call } of large) {
      expect(call.response).toBeNull();
      from.send(END);
      from.end();
      expect((await call.done).status).toBe(400);
    }
  });
});
