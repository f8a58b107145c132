import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { ListingFacts } from "../../../worker/contracts/places.ts";
import { streetKey } from "../../../worker/contracts/parse-address.ts";
import { addressPoints } from "../../../worker/address/places.table.ts";
import { submit } from "./listings.ts";
import { factsForModerator } from "./places.ts";
import { makeSite, type Site, type SiteOptions } from "./site.ts";

/** A known house: number, street, latitude, longitude, and, where needed, its former municipality. */
export type House = readonly [
  number: number,
  street: string,
  latitude: number,
  longitude: number,
  municipality?: string,
  suffix?: string,
];

/** Inserts known houses. */
export async function houses(...rows: readonly House[]): Promise<void> {
  const db = drizzle(env.DB, { casing: "snake_case" });
  for (const [number, street, latitude, longitude, municipality = "", suffix = ""] of rows) {
    const house = { street: streetKey(street), number, suffix, municipality, latitude, longitude };
    await db.insert(addressPoints).values({ ...house, source: "City of Toronto", version: "2026-11-01" });
  }
}

/** Returns a result of the remote geocoder, by default 85 Main Street, Toronto. */
export function hit(changes: { address?: Record<string, string>; [field: string]: unknown } = {}) {
  const { address, ...others } = changes;
  return {
    lat: "43.6845",
    lon: "-79.2999",
    category: "place",
    type: "house",
    place_rank: 30,
    ...others,
    address: { house_number: "85", road: "Main Street", suburb: "East End-Danforth", city: "Toronto", ...address },
  };
}

/** Creates a site with a mocked remote geocoder that records its requests. */
export function siteWithGeocoder(answer: () => Response | Promise<Response>, vars: SiteOptions["vars"] = {}) {
  const behaviour = { answer };
  const asked: { url: URL; headers: Headers; signal: AbortSignal | null }[] = [];
  const fetch = async (input: URL, init: RequestInit) => {
    asked.push({ url: input, headers: new Headers(init.headers), signal: init.signal ?? null });
    return behaviour.answer();
  };
  const site = makeSite({
    vars: { GEOCODER_URL: "https://geocoder.example/search", ...vars },
    deps: () => ({ fetch: fetch as unknown as typeof globalThis.fetch }),
  });
  return { site, asked, behaviour };
}

/** Reads a listing's location as moderators see it. */
export async function placeOf(site: Site, id: number): Promise<ListingFacts["location"]> {
  return (await factsForModerator(site, id)).location;
}

/** Submits a unit, completes the queued work, and returns its location. */
export async function placeAt(site: Site, address: string): Promise<ListingFacts["location"]> {
  const id = await submit(site, { address });
  await site.runQueue();
  return placeOf(site, id);
}
