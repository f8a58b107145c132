import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { GeocodeMethod } from "../../../worker/contracts/places.ts";
import { fsaCentroid } from "../../../worker/features/places/fsa-centroids.ts";
import { locate } from "../../../worker/features/places/geocode.service.ts";
import { LOOK_UP } from "../../../worker/features/places/lookups.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { countReads, measured, type Meter } from "../../support/worker/counting-d1.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import type { EnrichmentMark, TableSizes } from "../enrichment-mark.ts";
import { countStatements } from "./counting-statements.ts";

/** As many as the queue delivers together (wrangler.toml). */
const BATCH = 10;
const ROUNDS = 40;
const WARM_UP = 4;
/** Look-ups whose rows are counted, of each outcome. */
const COUNTED = 300;
const OF_EACH = COUNTED + (WARM_UP + ROUNDS) * BATCH;

/** No geocoder is asked, whatever .dev.vars says: load goes to this machine only. */
const vars = { GEOCODER_URL: "" };

/** What the process outside serves; absent when the bench is not run by `npm run bench`. */
const OPEN_DATA: unknown = import.meta.env.VITE_OPEN_DATA;

/** Houses of the table, in no order. */
const HOUSES = `SELECT number || ' ' || street || ', Toronto, ON' AS address FROM address_points WHERE suffix = ''
  ORDER BY id * 2654435761 % 4294967296`;
/** Numbers about half way between two houses on the same side of a street. */
const BETWEEN_HOUSES = `SELECT (number + (next - number) / 4 * 2) || ' ' || street || ', Toronto, ON' AS address
  FROM (SELECT id, street, number, lead(number) OVER (PARTITION BY street, number % 2 ORDER BY number) AS next FROM address_points)
  WHERE next - number BETWEEN 4 AND 200 ORDER BY id * 2654435761 % 4294967296`;

async function addressesBy(sql: string): Promise<string[]> {
  const { results } = await env.DB.prepare(sql).all<{ address: string }>();
  return results.map(({ address }) => address);
}

/** Houses on a street that no table has, in all postal areas of the City. */
function unknownHouses(): string[] {
  const letters = "ABCEGHJKLMNPRSTVWXYZ".split("");
  const areas = "123456789".split("").flatMap((digit) => letters.map((letter) => `M${digit}${letter}`));
  const known = areas.filter((fsa) => fsaCentroid(fsa) !== null);
  return Array.from(
    { length: OF_EACH },
    (_, index) => `${index + 1} Unheard Of Lane, Toronto, ON ${known[index % known.length]} 1A1`,
  );
}

/** Fills the tables with what the import wrote. */
async function load(): Promise<TableSizes> {
  const batches = await (await fetch(String(OPEN_DATA))).json<string[][]>();
  for (const statements of batches) await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
  const rows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
  return {
    places: (await rows("nearby_places")) ?? 0,
    houses: (await rows("address_points")) ?? 0,
    buildings: (await rows("rental_buildings")) ?? 0,
    areas: (await rows("areas")) ?? 0,
  };
}

/** Of some addresses those that are found in this way, as many as are needed. */
async function foundBy(method: GeocodeMethod, addresses: readonly string[]): Promise<string[]> {
  const deps = makeDeps({ ...env, ...vars }, createExecutionContext());
  const found: string[] = [];
  for (const address of addresses) {
    const located = await locate(deps, address);
    if (located !== null && located !== "later" && located.method === method) found.push(address);
    if (found.length === OF_EACH) return found;
  }
  throw new Error(`Only ${found.length} addresses are found by ${method}.`);
}

/** Public listings at some addresses, from an id on. */
async function listingsAt(site: Site, addresses: readonly string[], from: number): Promise<number[]> {
  await env.DB.prepare(bulkInsertSql(from, addresses.length, site.clock.now.getTime())).run();
  await env.DB.prepare(
    `UPDATE listings SET address = value, municipality = 'Toronto' FROM json_each(?) WHERE listings.id = ${from} + key`,
  )
    .bind(JSON.stringify(addresses))
    .run();
  return addresses.map((_, index) => from + index);
}

/** Stores the look-ups of some listings and gives the messages that ask for them. */
async function lookUps(site: Site, listingIds: readonly number[]): Promise<{ outboxId: number }[]> {
  const { results } = await env.DB.prepare(
    `INSERT INTO outbox (kind, payload, created_at) SELECT ?, json_object('listingId', value), ? FROM json_each(?) RETURNING id`,
  )
    .bind(LOOK_UP, site.clock.now.getTime(), JSON.stringify(listingIds))
    .all<{ id: number }>();
  return results.map(({ id }) => ({ outboxId: id }));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

// By hand there is nothing to load.
it.skipIf(OPEN_DATA === undefined)("looks up listings in a whole city", { timeout: 900_000 }, async () => {
  console.log(`TABLES ${JSON.stringify(await load())}`);
  const timed = makeSite({ vars, deps: () => ({ db: drizzle(env.DB, { casing: "snake_case" }) }) });
  // The counting database stands between, so time is taken without it.
  const meter: Meter = { count: null };
  const count = { statements: 0, rowsWritten: 0 };
  const counting = countStatements(countReads(env.DB, meter), count);
  const counted = makeSite({ vars, deps: () => ({ db: drizzle(counting, { casing: "snake_case" }) }) });

  const between = await addressesBy(BETWEEN_HOUSES);
  const found: [name: string, method: GeocodeMethod, addresses: string[]][] = [
    ["found in the table of houses", "table", await foundBy("table", await addressesBy(HOUSES))],
    ["found between houses of the street", "interpolated", await foundBy("interpolated", between)],
    ["found by the postal area alone", "fsa", await foundBy("fsa", unknownHouses())],
  ];
  // What every message costs comes first: the others are compared with it.
  const kinds = [
    {
      name: "of a listing that is gone: nothing to do",
      messages: await lookUps(
        timed,
        Array.from({ length: OF_EACH }, (_, index) => 1_000_000 + index),
      ),
      times: [] as number[],
    },
  ];
  for (const [index, [name, , addresses]] of found.entries()) {
    const ids = await listingsAt(timed, addresses, 1 + index * OF_EACH);
    kinds.push({ name, messages: await lookUps(timed, ids), times: [] });
  }

  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { messages, times } of kinds) {
      timed.queued.push(...messages.splice(0, BATCH));
      const began = performance.now();
      await timed.runQueue();
      if (round >= WARM_UP) times.push((performance.now() - began) / BATCH);
    }
  }
  for (const { name, messages, times } of kinds) {
    const rowsRead: number[] = [];
    const statements: number[] = [];
    for (const message of messages) {
      count.statements = 0;
      counted.queued.push(message);
      rowsRead.push((await measured(meter, () => counted.runQueue())).rowsRead);
      statements.push(count.statements);
    }
    const mark: EnrichmentMark = {
      name,
      ms: median(times),
      rowsRead: { median: median(rowsRead), most: Math.max(...rowsRead) },
      statements: median(statements),
    };
    console.log(`ENRICHMENT ${JSON.stringify(mark)}`);
  }

  const { results } = await env.DB.prepare("SELECT method, count(*) AS n FROM listing_places GROUP BY method").all<{
    method: string;
    n: number;
  }>();
  expect(Object.fromEntries(results.map(({ method, n }) => [method, n]))).toEqual(
    Object.fromEntries(found.map(([, method]) => [method, OF_EACH])),
  );
});
