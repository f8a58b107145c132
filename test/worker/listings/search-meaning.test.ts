import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { SEARCH_HEADER, type SearchMap, searchMeaning } from "../../../worker/contracts/search.ts";
import { readAlerts, saveSearch } from "../../support/worker/alerts.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish } from "../../support/worker/listings.ts";
import { area } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const LISTS = "/api/marketplace-listings";

async function search(site: Site, query: string, list = LISTS) {
  const response = await site.fetch(`${list}?${query}`);
  const meaning = searchMeaning(response.headers.get(SEARCH_HEADER));
  return { ids: (await json<PublicListing[]>(response)).map(({ id }) => id), meaning };
}

/** Publishes a home at a location; by default it has none. */
async function publishAt(site: Site, fields: Record<string, unknown>, place?: [latitude: number, longitude: number]) {
  const { id } = await publish(site, fields);
  if (place)
    await env.DB.prepare("UPDATE listings SET latitude = ?, longitude = ? WHERE id = ?")
      .bind(...place, id)
      .run();
  return id;
}

describe("the words of a search", () => {
  it("become conditions, over which explicit parameters take precedence, and the response states which", async () => {
    const site = makeSite();
    const cheap = await publishAt(site, { bedrooms: "2 Bedrooms", rent: "1500", homeType: "basement" });
    const dear = await publishAt(site, { bedrooms: "2 Bedrooms", rent: "2500", address: "9 Main Street, Toronto, ON" });
    const single = await publishAt(site, {
      bedrooms: "1 Bedroom",
      rent: "1500",
      address: "7 Main Street, Toronto, ON",
    });

    const typed = await search(site, "q=2br under 1800");
    expect(typed).toEqual({
      ids: [cheap],
      meaning: { bedrooms: ["2 Bedrooms"], maxRent: 1800, words: [], dropped: [] },
    });
    const explicit = await search(site, "q=2br under 1800&maxRent=3000&filter=all");
    expect(explicit).toEqual({ ids: [dear, cheap], meaning: { bedrooms: ["2 Bedrooms"], words: [], dropped: [] } });
    expect(await search(site, "q=2br under 1800", "/api/1br-listings")).toEqual({
      ids: [single],
      meaning: { maxRent: 1800, words: [], dropped: [] },
    });
    expect((await search(site, "q=not basement")).ids).toEqual([single, dear]);
    expect((await json<SearchMap>(site.fetch(`${LISTS}/map?q=2br under 1800`))).total).toBe(1);
    expect((await search(site, "maxRent=1800")).meaning).toBeNull();

    const api = await site.fetch("/api/v1/listings?q=2br under 1800");
    expect(searchMeaning(api.headers.get(SEARCH_HEADER))).toEqual(typed.meaning);
    expect(api.headers.get("access-control-expose-headers")).toContain(SEARCH_HEADER);
  });

  it("match parking at extra cost as parking, unless it has to be included", async () => {
    const site = makeSite();
    const extra = await publishAt(site, { parking: "extra" });
    const included = await publishAt(site, { parking: "included", address: "9 Main Street, Toronto, ON" });
    expect((await search(site, "q=parking")).ids).toEqual([included, extra]);
    expect((await search(site, "q=parking included")).ids).toEqual([included]);
    expect((await search(site, "q=parking&with=parking")).ids).toEqual([included]);
  });

  it("rank a phrase before a sentence before words anywhere, then the newest", async () => {
    const site = makeSite();
    const home = (nth: number, additionalInfo: string) =>
      publishAt(site, { address: `${nth} Elm Street, Toronto, ON`, additionalInfo });
    const phrase = await home(1, "The top floor of a house. Near the lake.");
    const sentence = await home(3, "The floor is at the very top of it.");
    const anywhere = await home(5, "A top kitchen. The floor is of wood.");
    const newerPhrase = await home(7, "On the top floor.");
    expect((await search(site, "q=top floor")).ids).toEqual([newerPhrase, phrase, sentence, anywhere]);
    expect((await search(site, "q=top floor&sort=price")).ids).toEqual([newerPhrase, anywhere, sentence, phrase]);
  });

  it("name a place: the homes nearest to it come first, and homes without a location that mention it come last", async () => {
    const site = makeSite();
    const far = await publishAt(site, { address: "1 Elm Street, Toronto, ON" }, [43.6845, -79.3588]);
    const near = await publishAt(site, { address: "3 Elm Street, Toronto, ON" }, [43.677, -79.359]);
    const unplaced = await publishAt(site, {
      address: "5 Elm Street, Toronto, ON",
      additionalInfo: "At Broadview station.",
    });
    await publishAt(site, { address: "7 Elm Street, Toronto, ON", additionalInfo: "Broadview." }, [43.7, -79.5]);
    expect(await search(site, "q=near broadview station")).toEqual({
      ids: [near, far, unplaced],
      meaning: { place: { kind: "station", name: "Broadview" }, words: [], dropped: [] },
    });
    expect((await search(site, "q=elm st")).ids).toHaveLength(4);
    // A name is a phrase: 'car park' does not match High Park.
    const highPark = await publishAt(site, { address: "9 Elm Street, Toronto, ON", additionalInfo: "By High Park." });
    await publishAt(site, { address: "11 Elm Street, Toronto, ON", additionalInfo: "High ceilings. Parking." });
    expect((await search(site, "q=high park")).ids).toEqual([highPark]);
  });

  it("leave out the weakest part when nothing matches all parts, and the response states this", async () => {
    const site = makeSite();
    const id = await publishAt(site, { homeType: "basement", rent: "1500", additionalInfo: "A quiet home." });
    expect(await search(site, "q=basement sauna")).toEqual({
      ids: [id],
      meaning: { homeType: "basement", words: [], dropped: ["sauna"] },
    });
    expect((await search(site, "q=quiet basement under 900")).meaning).toEqual({
      homeType: "basement",
      words: ["quiet"],
      dropped: ["under $900"],
    });
    // A correction that yields a condition takes precedence over dropping a part. A common word is never corrected.
    expect((await search(site, "q=basement nort york")).meaning).toMatchObject({
      corrected: { to: "basement north york" },
    });
    expect((await search(site, "q=basement stainless steel")).meaning?.corrected).toBeUndefined();
    // Explicit parameters are never dropped.
    expect((await search(site, "q=basement sauna&maxRent=900")).ids).toEqual([]);
    expect((await search(site, "q=xylophone")).meaning).toEqual({ words: ["xylophone"], dropped: [] });
  });

  it("mean the station or a street when an area of that name has no homes", async () => {
    const site = makeSite();
    const byStation = await publishAt(site, { address: "1 Elm Street, Toronto, ON" }, [43.6624, -79.4265]);
    expect(await search(site, "q=ossington")).toEqual({
      ids: [byStation],
      meaning: { place: { kind: "station", name: "Ossington" }, words: [], dropped: [] },
    });
    const onStreet = await publishAt(site, { address: "5 Leslieville Street, Toronto, ON" }, [43.7, -79.5]);
    expect(await search(site, "q=leslieville")).toEqual({
      ids: [onStreet],
      meaning: { place: { kind: "street", name: "Leslieville" }, words: [], dropped: [] },
    });
    await publishAt(site, { address: "7 Elm Street, Toronto, ON", additionalInfo: "Lawrence Avenue, at a park." });
    expect((await search(site, "q=lawrence park")).meaning).toEqual({ words: [], dropped: ["Lawrence Park"] });
    const atCorner = await publishAt(site, { address: "9 Elm Street, Toronto, ON" }, [43.7068, -79.3984]);
    expect(await search(site, "q=yonge eglinton")).toEqual({
      ids: [atCorner],
      meaning: { place: { kind: "corner", name: "Yonge & Eglinton" }, words: [], dropped: [] },
    });
  });

  it("are corrected if they name a street that the City does not have, but a plural is not", async () => {
    const site = makeSite();
    await houses([100, "Jameson Avenue", 43.635, -79.434]);
    const id = await publishAt(site, { address: "5 Jameson Avenue, Toronto, ON", additionalInfo: "Flexible term." });
    expect(await search(site, "q=jamesno ave")).toMatchObject({
      ids: [id],
      meaning: { corrected: { to: "jameson ave" } },
    });
    expect((await search(site, "q=flexible terms")).meaning?.corrected).toBeUndefined();
  });

  it("find the homes nearest to a place without homes, if its location is known", async () => {
    const site = makeSite();
    await area("neighbourhood", "Long Branch", { latitude: 43.592, longitude: -79.533 });
    await houses([100, "Jameson Avenue", 43.635, -79.434]);
    const west = await publishAt(site, { address: "1 Elm Street, Toronto, ON" }, [43.6, -79.5]);
    const east = await publishAt(site, { address: "3 Elm Street, Toronto, ON" }, [43.64, -79.43]);
    const north = await publishAt(site, { address: "5 Elm Street, Toronto, ON", rent: "1500" }, [43.7, -79.4]);
    expect(await search(site, "q=long branch")).toEqual({
      ids: [west, east, north],
      meaning: { words: [], dropped: ["Long Branch"] },
    });
    expect((await search(site, "q=jameson avenue")).ids).toEqual([east, west, north]);
    expect(await search(site, "q=pearson airport")).toEqual({
      ids: [west, east, north],
      meaning: { words: [], dropped: ["Pearson Airport"] },
    });
    expect(await search(site, "q=kettleby")).toEqual({
      ids: [north, east, west],
      meaning: { words: [], dropped: ["King"] },
    });
    expect((await search(site, "q=kettleby&maxRent=1600")).ids).toEqual([north]);
    expect((await search(site, "q=kettleby&municipality=Vaughan")).ids).toEqual([]);
  });

  it("keep the meaning that they had when the search was saved, without corrections", async () => {
    const site = makeSite({ now: new Date("2026-11-20T15:00:00Z") });
    const token = await saveSearch(site, "ana@example.com", { search: { q: "2br basment sauna" } });
    const [saved] = (await readAlerts(site, token)).searches;
    expect(saved).toMatchObject({ query: "q=2br+basment+sauna" });
    const { meant } = (await env.DB.prepare("SELECT meant FROM saved_searches").first<{ meant: string }>()) ?? {};
    expect(JSON.parse(meant ?? "")).toMatchObject({
      bedrooms: ["2 Bedrooms"],
      homeType: "basement",
      words: ["sauna"],
    });
  });
});
