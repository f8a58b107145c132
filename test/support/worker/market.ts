import type { AdminListing, NoteCode } from "../../../worker/contracts/listings.ts";
import type { Benchmark, BenchmarkEffect, MarketOverview, TypeMarket } from "../../../worker/contracts/market.ts";
import { json, type Site } from "./site.ts";

/** Returns a month's benchmark for one-bedroom homes, with default values. */
function benchmark(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    bedrooms: "1 Bedroom",
    asOf: "2026-10",
    rent: 2_100,
    kind: "asking",
    source: "Rentals.ca & Urbanation National Rent Report",
    isEstimate: false,
    method: null,
    ...changes,
  };
}

/** Submits a month's benchmark as a moderator. */
export async function putBenchmark(site: Site, changes: Record<string, unknown> = {}, query = ""): Promise<Response> {
  const as = await site.logIn();
  return site.fetch(`/api/admin/market/benchmarks${query}`, { method: "PUT", json: benchmark(changes), as });
}

/** Adds or corrects the benchmark of a month. */
export async function setBenchmark(site: Site, changes: Record<string, unknown> = {}): Promise<Benchmark> {
  const response = await putBenchmark(site, changes);
  if (response.status !== 200) throw new Error(`Benchmark refused: ${await response.text()}`);
  return json(response);
}

/** Confirms as a moderator that no newer benchmark has been published. */
export async function checkBenchmark(site: Site, { id }: Pick<Benchmark, "id">): Promise<Response> {
  return site.fetch(`/api/admin/market/benchmarks/${id}/check`, { method: "POST", as: await site.logIn() });
}

/** Imports a CSV file as a moderator. @param lines the lines after the header */
export async function importBenchmarks(site: Site, lines: readonly string[], query = ""): Promise<Response> {
  const body = ["type,area,rent,kind,source,month", ...lines].join("\r\n");
  const headers = { "content-type": "text/csv" };
  return site.fetch(`/api/admin/market/import${query}`, { body, headers, as: await site.logIn() });
}

/** Previews the effect of a month's benchmark. */
export async function previewBenchmark(site: Site, changes: Record<string, unknown> = {}): Promise<BenchmarkEffect> {
  return json(putBenchmark(site, changes, "?preview"));
}

/** Reads the moderators' view of the market for one type of home. */
export async function marketOf(site: Site, bedrooms = "1 Bedroom"): Promise<TypeMarket> {
  const { types } = await json<MarketOverview>(site.fetch("/api/admin/market", { as: await site.logIn() }));
  const found = types.find((type) => type.bedrooms === bedrooms);
  if (!found) throw new Error(`No market of ${bedrooms}`);
  return found;
}

/** Runs the queue until it is empty. */
export async function settle(site: Site): Promise<void> {
  while (site.queued.length > 0) await site.runQueue();
}

/** Reads a listing as moderators see it. */
export async function asModerator(site: Site, id: number): Promise<AdminListing> {
  return json(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
}

/** Returns the texts of a listing's notes that have a given code. */
export async function notes(site: Site, id: number, code: NoteCode): Promise<string[]> {
  return (await asModerator(site, id)).reviewNotes.filter((note) => note.code === code).map(({ text }) => text);
}
