// @module-tag rest
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fullSize } from "../../support/full-size.ts";
import { fieldsOf, TEXT_FIELDS, WORST_UNITS } from "../../support/text-fields.ts";
import { ADMIN_PASSWORD, copyProduction, type Production, STATS_PASSWORD } from "../../support/node/production.ts";
import { LONG_TESTS, WAIT_MS } from "../../support/time-limits.ts";
import { workerdIds } from "../../bench/workerd-processes.ts";

vi.setConfig({ testTimeout: LONG_TESTS.many, hookTimeout: LONG_TESTS.start });

/**
 * Maximum milliseconds of the server's processor time that a text may take in addition to the time for a short text.
 */
const MOST_MS = 50;
/** Number of repeated requests after a slow response, because other work of the server does not recur each time. */
const TRIES = 5;
/**
 * Each text input is tested with one in this many units, and the next input with different units. `npm run test:long`
 * tests each input with all units.
 */
const ONE_OF = fullSize(1, 36);
/** Number of texts sent concurrently. */
const AT_ONCE = 10;
/** Number of characters in the largest text, which just fits into a body of 64 KB. */
const LARGEST = 60_000;
/** Maximum bytes of a URL or a header that the local server accepts. */
const LARGEST_IN_HEAD = 12_000;
/** Number of characters tried where the length of a field is not limited. */
const USUAL = 200;
/** Linux reports the processor time of a process's threads; on other systems the test is reported as skipped. */
const canMeasure = process.platform === "linux";

let production: Production;
let stop: () => Promise<void>;
let workerd: number[] = [];
let cookies = "";
const tokens: Record<string, string> = {};
let requests = 0;
let placesTried = 0;

/** Returns the milliseconds of processor time of workerd's threads; the kernel counts nanoseconds. */
function processorMs(): number {
  let sum = 0;
  for (const id of workerd) {
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      try {
        sum += Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
      } catch {
        // The thread has ended.
      }
    }
  }
  return sum;
}

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

async function call(operation: string, path: string, init: Init = {}): Promise<Response> {
  requests += 1;
  const [method = "GET"] = operation.split(" ");
  const response = await fetch(production.siteUrl + path, {
    method,
    redirect: "manual",
    ...init,
    headers: { "content-type": "application/json", cookie: cookies, ...init.headers },
  });
  return response;
}

const post = async (path: string, body: unknown) => {
  const response = await call("POST", path, { body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  const [cookie] = response.headers.get("set-cookie")?.split(";") ?? [];
  if (cookie !== undefined) cookies = cookies === "" ? cookie : `${cookies}; ${cookie}`;
  return (await response.json()) as Record<string, unknown>;
};

/** Waits for an email to an address whose body contains a text, and returns the newest one. */
const mailTo = (to: string, text: string) =>
  vi.waitFor(
    async () => {
      const mails = (await (await call("GET", `/api/dev/mailbox?to=${to}`)).json()) as { id: number; text: string }[];
      const mail = mails.find((one) => one.text.includes(text));
      if (!mail) throw new Error(`No mail with ${text} came to ${to}.`);
      return mail;
    },
    { timeout: WAIT_MS, interval: 100 },
  );

const tokenOf = async (to: string, page: string) =>
  (await mailTo(to, page)).text.split(page)[1]?.split(/[^a-z0-9-]/, 1)[0] ?? "";

beforeAll(async () => {
  if (!canMeasure) return;
  production = await copyProduction();
  stop = await production.serve();
  await call("GET", "/api/site");
  workerd = workerdIds(process.pid);
  await post("/api/admin/login", { password: ADMIN_PASSWORD });
  await post("/api/stats/auth", { password: STATS_PASSWORD });
  await post("/api/discussion/user", {});
  const unit = TEXT_FIELDS["POST /api/property-listings"]?.body?.valid;
  await post("/api/property-listings", unit);
  await post("/api/discussion/threads", TEXT_FIELDS["POST /api/discussion/threads"]?.body?.valid);
  await post("/api/discussion/comments", TEXT_FIELDS["POST /api/discussion/comments"]?.body?.valid);
  await post("/api/subscribe", { email: "reader@example.com" });
  await call("PATCH", "/api/admin/listings/1/status", { body: JSON.stringify({ approved: true }) });
  tokens.manage = await tokenOf("landlord@example.com", "/manage/");
  const { id } = await mailTo("reader@example.com", "");
  await call("POST", `/dev/mailbox/${id}/reply`, {
    body: "text=yes",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  tokens.preferences = await tokenOf("reader@example.com", "/preferences/");
});
afterAll(async () => {
  if (!canMeasure) return;
  await stop();
  production.forget();
});

/** Measures the processor time of some requests, in milliseconds. */
async function cost(...asked: (() => Promise<Response>)[]): Promise<number> {
  const before = processorMs();
  await Promise.all(asked.map(async (ask) => (await ask()).arrayBuffer()));
  return processorMs() - before;
}

/** A way to send a text in one field of an operation. */
interface Place {
  name: string;
  lengths: readonly number[];
  ask: (text: string) => Promise<Response>;
  /**
   * Sends a valid request. Texts may cost as much as this request, because an accepted text, such as a blank phone
   * number, causes the whole operation.
   */
  askRight?: () => Promise<Response>;
}

/** Returns as much of a text as fits into a URL or a header. */
const inHead = (text: string) =>
  encodeURIComponent(text.slice(0, LARGEST_IN_HEAD)).slice(0, LARGEST_IN_HEAD).replace(/%.?$/, "");
const inHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, " ").slice(0, LARGEST_IN_HEAD);

function placesOf(operation: string): Place[] {
  const { body, query = [], headers = [] } = TEXT_FIELDS[operation] ?? {};
  const [method = "", route = ""] = operation.split(" ");
  // Deletions get an id without a row, because a deleted row would be missing for the next text.
  const id = method === "DELETE" ? "999" : "1";
  const kind = route.split("/").find((part) => part in tokens) ?? "manage";
  const path = route
    .replace(":token", tokens[kind] ?? "")
    .replaceAll(/:\w+(?:\{.*?\}\}?)?/g, id)
    .replace("/*", "/x");
  const valid = body && { body: JSON.stringify(body.valid) };
  const parts = [...route.matchAll(/:\w+|\*/g)];
  return [
    ...(body === undefined
      ? []
      : fieldsOf(body.schema, USUAL, LARGEST).map(({ name, lengths }) => ({
          name: `field ${name}`,
          lengths: lengths.filter((length) => length > 0),
          ask: (text: string) => call(operation, path, { body: JSON.stringify({ ...body.valid, [name]: text }) }),
          askRight: () => call(operation, path, { ...valid }),
        }))),
    ...query.map((name) => ({
      name: `parameter ${name}`,
      lengths: [LARGEST],
      ask: (text: string) => call(operation, `${path}?${name}=${inHead(text)}`),
    })),
    ...headers.map((name) => ({
      name: `header ${name}`,
      lengths: [LARGEST],
      ask: (text: string) => call(operation, path, { ...valid, headers: { [name]: inHeader(text) } }),
    })),
    ...parts.map(({ 0: part }, at) => ({
      name: `part ${part} of the path`,
      lengths: [LARGEST],
      ask: (text: string) => {
        let seen = -1;
        const filled = route.replaceAll(/:\w+(?:\{.*?\}\}?)?|\*/g, () => ((seen += 1) === at ? inHead(text) : id));
        return call(operation, filled, valid);
      },
    })),
  ];
}

describe.runIf(canMeasure)("a text that repeats a pathological part", () => {
  it.each(Object.keys(TEXT_FIELDS))("adds little processor time to %s compared with a short one", async (operation) => {
    for (const { name, lengths, ask, askRight = () => ask("x") } of placesOf(operation)) {
      placesTried += 1;
      let short = Infinity;
      for (let n = 0; n < 3; n += 1)
        short = Math.min(short, Math.max(await cost(() => ask("x")), await cost(askRight)));
      const units = WORST_UNITS.filter((_, nth) => nth % ONE_OF === placesTried % ONE_OF);
      const texts = units.flatMap((unit) =>
        lengths.map((length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)),
      );
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        const some = texts.slice(at, at + AT_ONCE);
        // Each of these texts costs at most as much as all of them together.
        if ((await cost(...some.map((text) => () => ask(text)))) <= short + MOST_MS) continue;
        for (const text of some) {
          let least = Infinity;
          for (let n = 0; n < TRIES && least > short + MOST_MS; n += 1)
            least = Math.min(least, await cost(() => ask(text)));
          expect(
            least - short,
            `${name}: ${text.length} characters, ${JSON.stringify(text.slice(0, 30))}…`,
          ).toBeLessThanOrEqual(MOST_MS);
        }
      }
    }
  });

  it("has been sent in thousands of requests", () => {
    expect(requests).toBeGreaterThan(fullSize(3_000, 200));
  });
});
