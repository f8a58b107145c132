import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { tokenSigner } from "../../../worker/platform/tokens.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import type { Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const TIMES = fullSize(10_000, 4_000);
const AT_ONCE = 50;
const LISTINGS = 4;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

type Call = Parameters<Site["fetch"]>;

/** Makes calls in batches and counts the responses by status. */
async function answersOf(site: Site, count: number, call: (nth: number) => Call): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => site.fetch(...call(from + at)));
    for (const { status } of await Promise.all(batch)) answers[status] = (answers[status] ?? 0) + 1;
  }
  return answers;
}

/** Returns all stored data. */
async function dump(): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
  ).all<{ name: string }>();
  const stored = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  const photos = await env.PHOTOS.list();
  return JSON.stringify([stored.map(({ results }) => results), photos.objects.map(({ key }) => key)]);
}

/** Creates listings of different landlords in different states, and returns the tokens emailed to them. */
async function landlords(site: Site) {
  const mailed: { id: number; manage: string; remove: string }[] = [];
  for (let nth = 1; nth <= LISTINGS; nth += 1) {
    const email = `landlord-${nth}@example.com`;
    const id = await submit(site, { email, address: `${nth} Elm St, Toronto, ON` });
    const [mail] = await mailsTo(site, email);
    mailed.push({ id, manage: tokenIn(mail, "manage"), remove: tokenIn(mail, "delete") });
    if (nth % 2 === 0) await approve(site, id);
  }
  await site.runQueue();
  return mailed;
}

const pick = <Value>(values: readonly Value[], nth: number): Value => values[nth % values.length] as Value;

/** Expects that a log line contains no token of an emailed link. */
const expectNoToken = (event: string, fields: object = {}) =>
  expect(JSON.stringify(fields), event).not.toMatch(/[a-z2-7]{32}/);

/** All operations with a token: the first takes deletion tokens, the others take management tokens. */
const DOORS = [
  (token: string): Call => [`/api/delete/${token}`, { method: "DELETE" }],
  (token: string): Call => [`/api/manage/${token}`],
  (token: string): Call => [`/api/manage/${token}`, { method: "PATCH", json: { rent: "$1" } }],
  (token: string): Call => [`/api/manage/${token}`, { method: "DELETE" }],
  (token: string): Call => [`/api/manage/${token}/rented`, { method: "POST" }],
  (token: string): Call => [`/api/manage/${token}/renew`, { method: "POST" }],
] as const;

describe("an emailed link", () => {
  it("changes nothing when mail scanners open it thousands of times", { tags: ["rest"] }, async () => {
    const site = makeQuietSite({}, expectNoToken);
    const mailed = await landlords(site);
    const before = await dump();
    expect(before).toContain("landlord-1@example.com");
    const paths = mailed.flatMap(({ manage, remove }) => [
      `/api/manage/${manage}`,
      `/api/manage/${manage}/renew`,
      `/api/manage/${manage}/rented`,
      `/api/delete/${remove}`,
      `/api/manage/${remove}`,
      `/api/delete/${manage}`,
    ]);
    const pages = mailed.flatMap(({ manage, remove }) => [`/manage/${manage}`, `/delete/${remove}`]);
    const methods = ["GET", "HEAD"];
    const open =
      (from: readonly string[]) =>
      (nth: number): Call => [pick(from, nth), { method: pick(methods, Math.floor(nth / from.length)) }];

    expect(await answersOf(site, TIMES / 20, open(pages))).toEqual({ 200: TIMES / 20 });
    const answers = await answersOf(site, TIMES, open(paths));
    // Operations that require POST or DELETE return 404 for GET.
    expect(Object.keys(answers)).toEqual(["200", "404"]);
    expect(answers[200]).toBeGreaterThan(TIMES / 7);
    expect(await dump()).toBe(before);
    for (const { manage } of mailed) expect((await site.fetch(`/api/manage/${manage}`)).status).toBe(200);
  });

  it(
    "is not guessed by thousands of well-formed tokens, whether random or nearly right",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const site = makeQuietSite({}, expectNoToken);
      const mailed = await landlords(site);
      const before = await dump();
      const ours = tokenSigner(env.SESSION_SECRET);
      const theirs = tokenSigner("another secret");
      const guesses: string[] = [];
      for (const { id, manage, remove } of mailed) {
        for (const token of [manage, remove]) {
          for (let at = token.indexOf("-") + 1; at < token.length; at += 1) {
            const wrong = pick(ALPHABET.split(""), ALPHABET.indexOf(token.charAt(at)) + 1 + (at % 30));
            guesses.push(`${token.slice(0, at)}${wrong}${token.slice(at + 1)}`);
          }
          for (const { id: other } of mailed) if (other !== id) guesses.push(token.replace(/^\d+/, String(other)));
        }
        for (const purpose of ["confirm", "unsubscribe", "preferences", "privacy"] as const) {
          guesses.push(await ours.mint(purpose, id, 1));
        }
        for (const purpose of ["manage", "delete"] as const) {
          for (const version of [0, 2, 3]) guesses.push(await ours.mint(purpose, id, version));
          guesses.push(await theirs.mint(purpose, id, 1));
        }
      }
      const [deletion, ...management] = DOORS;
      const tries = guesses.flatMap((token) => DOORS.map((door) => door(token)));
      for (const { manage, remove } of mailed) {
        tries.push(deletion(manage), ...management.map((door) => door(remove)));
      }
      while (tries.length < TIMES) {
        const random = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => ALPHABET[byte & 31]).join("");
        tries.push(pick(DOORS, tries.length)(`${1 + (tries.length % (LISTINGS + 1))}-${random}`));
      }
      expect(await answersOf(site, TIMES, (nth) => pick(tries, nth))).toEqual({ 404: TIMES });
      expect(await dump()).toBe(before);
      for (const { remove } of mailed)
        expect((await site.fetch(`/api/delete/${remove}`, { method: "DELETE" })).status).toBe(200);
    },
  );
});
