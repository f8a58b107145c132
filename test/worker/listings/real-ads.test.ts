import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { isInToronto } from "../../../worker/contracts/areas.ts";
import type { PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { applicableAreas } from "../../../worker/contracts/market.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";
import { percentBelowMarket } from "../../../worker/contracts/rents.ts";
import { metresBetween } from "../../../worker/platform/grid.ts";
import { commonAreas } from "../../../worker/address/surroundings.service.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import {
  HELD_BACK,
  hasRoomNote,
  isRoomFiledAsHome,
  hasWrongNote,
  type LabelledAd,
  SEEN,
  textOf,
} from "../../support/labelled-ads.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { draft } from "../../support/worker/listings.ts";
import { drain } from "../../support/worker/places.ts";
import { HAS_REAL_PLACES, importRealPlaces, NO_REAL_PLACES } from "../../support/worker/real-places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Maximum distance in metres between the stated and the true location of a home. */
const OFF_METRES = 500;
/** Number of listings with the largest discounts that are examined individually. */
const FIRST = 20;

/** An ad, and the result of its submission. */
interface Outcome {
  ad: LabelledAd;
  /** The form's reason for rejecting the ad; null if it was accepted. */
  refusal: string | null;
  listing: PublicListing | null;
  location: ListingFacts["location"];
  /** The neighbourhood that contains the home's true location. */
  neighbourhood: string | null;
}

const deps = () => makeDeps(env, createExecutionContext());
const truePlace = ({ truth: { lat, lng } }: LabelledAd) =>
  lat === null || lng === null ? null : { latitude: lat, longitude: lng };

/** Submits an ad as its author would, from a separate network, and approves it without further checks. */
async function publishAd(site: Site, ad: LabelledAd, nth: number): Promise<{ id: number } | { refusal: string }> {
  const response = await site.fetch("/api/submit-property", {
    json: draft({
      address: ad.address,
      rent: ad.rent,
      bedrooms: ad.bedrooms,
      email: `${ad.id}@example.com`,
      phone: `416-555-${String(nth).padStart(4, "0")}`,
      additionalInfo: textOf(ad),
    }),
    headers: { "cf-connecting-ip": `198.18.${Math.floor(nth / 250)}.${(nth % 250) + 1}` },
  });
  if (response.status !== 201) return { refusal: JSON.stringify(await json(response)) };
  const { id } = await json<Submitted>(response);
  return { id };
}

/** Returns the public list sorted by discount. */
async function sortByDiscount(site: Site): Promise<PublicListing[]> {
  const all: PublicListing[] = [];
  for (;;) {
    const query = `sort=discount&limit=100&offset=${all.length}`;
    const page = await json<PublicListing[]>(site.fetch(`/api/marketplace-listings?${query}`));
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** Publishes some ads and returns their outcomes, sorted by discount; listings that are not public come last. */
async function outcomesOf(site: Site, ads: readonly LabelledAd[]): Promise<Outcome[]> {
  const taken = new Map<number, LabelledAd>();
  const refused = new Map<LabelledAd, string>();
  for (const [nth, ad] of ads.entries()) {
    const answer = await publishAd(site, ad, nth);
    if ("id" in answer) taken.set(answer.id, ad);
    else refused.set(ad, answer.refusal);
  }
  await drain(site);
  const as = await site.logIn();
  for (const id of taken.keys()) {
    const approval = { method: "PATCH", json: { approved: true, confirmScam: true }, as };
    expect((await site.fetch(`/api/admin/listings/${id}/status`, approval)).status).toBe(200);
  }
  await drain(site);
  const outcomes: Outcome[] = [];
  for (const listing of await sortByDiscount(site)) {
    const ad = taken.get(listing.id);
    if (!ad) throw new Error(`#${listing.id} is of no ad.`);
    const { location } = await json<ListingFacts>(site.fetch(`/api/marketplace-listings/${listing.id}/facts`));
    outcomes.push({ ad, refusal: null, listing, location, neighbourhood: await neighbourhoodOf(ad) });
  }
  expect(outcomes).toHaveLength(taken.size);
  for (const [ad, refusal] of refused)
    outcomes.push({ ad, refusal, listing: null, location: null, neighbourhood: null });
  return outcomes;
}

async function neighbourhoodOf(ad: LabelledAd): Promise<string | null> {
  const place = truePlace(ad);
  return place && (await commonAreas(deps(), [place])).neighbourhood;
}

/** Returns how the stated location of a listing differs from the true one. */
function wrongPlaceOf({ ad, listing, neighbourhood }: Outcome): string[] {
  if (!listing) return [];
  const { truth } = ad;
  const { latitude, longitude } = listing;
  const place = truePlace(ad);
  const said = listing.municipality;
  const isThere = said === truth.municipality || (truth.area === "toronto" && said !== null && isInToronto(said));
  const metres = place && latitude !== null && longitude !== null ? metresBetween(place, { latitude, longitude }) : 0;
  return [
    ...(said === null || isThere ? [] : [`in ${said}, not ${truth.municipality}`]),
    ...(metres > OFF_METRES ? [`${Math.round(metres)} m off`] : []),
    ...(isWrongNeighbourhood({ ad, listing, neighbourhood }) ? [`in ${listing.neighbourhood}`] : []),
  ];
}

function isWrongNeighbourhood({ ad, listing, neighbourhood }: Pick<Outcome, "ad" | "listing" | "neighbourhood">) {
  if (!listing || listing.neighbourhood === null) return false;
  // The neighbourhood is known only for homes whose true location is in the City. Other homes are in none of its
  // neighbourhoods.
  if (truePlace(ad) === null) return ad.truth.area !== "toronto";
  return listing.neighbourhood !== neighbourhood;
}

/** Returns how the true type differs from the type for which a percentage is shown. */
function wrongTypeOf({ ad: { truth }, listing }: Outcome): string[] {
  if (!listing || listing.belowMarketPercent === null) return [];
  const said = listing.bedrooms === "Private Room" ? "room" : listing.homeType === "basement" ? "basement" : "whole";
  const isIn = truth.area === "toronto" || truth.area === "gta";
  return [...(truth.kind === said ? [] : [`${truth.kind} as ${said}`]), ...(isIn ? [] : [`${truth.area} as here`])];
}

/**
 * Returns why a listing's percentage is wrong: it does not follow from rent and benchmark, the text contains another
 * rent, or the benchmark is for another area.
 */
function wrongPercentOf({ ad: { truth }, listing }: Outcome): string[] {
  if (!listing || listing.belowMarketPercent === null) return [];
  const { belowMarketPercent: percent, rentCents, marketRent, marketArea } = listing;
  const isRight = percentBelowMarket(rentCents ?? 0, (marketRent ?? 0) * 100) === percent;
  return [
    ...(isRight ? [] : [`${percent} % is not that of ${rentCents} cents against ${marketRent}`]),
    ...(truth.notes.includes("other_rent_in_text") ? ["another rent in the text"] : []),
    ...(applicableAreas(truth.municipality).includes(marketArea ?? "") ? [] : [`compared with ${marketArea}`]),
  ];
}

/** Returns the false claims of a public listing; empty if there are none. */
const falseClaimsOf = (outcome: Outcome): string[] => [
  ...wrongTypeOf(outcome),
  ...wrongPercentOf(outcome),
  ...wrongPlaceOf(outcome),
];

/** Returns whether an ad's address names a house, an intersection, or a street with its postal code, in the GTA. */
const namesPlace = ({ truth }: LabelledAd) =>
  ["house", "crossing", "street+postal"].includes(truth.address) && ["toronto", "gta"].includes(truth.area);

interface Share {
  text: string;
  part: number;
  examples: string[];
}

/** Returns the share of items that satisfy a condition, as a text and as a fraction, and the names of these items. */
function share<Item>(all: readonly Item[], is: (item: Item) => boolean, name: (item: Item) => string): Share {
  const found = all.filter(is);
  return {
    text: `${found.length} of ${all.length}`,
    part: all.length === 0 ? 0 : found.length / all.length,
    examples: found.map(name),
  };
}

function figuresOf(outcomes: readonly Outcome[]) {
  const ads = outcomes.map(({ ad }) => ad);
  const shown = outcomes.filter(({ listing }) => listing !== null);
  const first = shown.slice(0, FIRST);
  const compared = shown.filter(({ listing }) => listing?.belowMarketPercent !== null);
  const name = (outcome: Outcome) =>
    `${outcome.ad.id} ${outcome.ad.address}: ${[...falseClaimsOf(outcome), outcome.refusal ?? ""].join("; ")}`;
  const isOff = ({ ad, location }: Outcome) => {
    const place = truePlace(ad);
    if (!place || location?.latitude == null || location.longitude === null) return false;
    return metresBetween(place, { latitude: location.latitude, longitude: location.longitude }) > OFF_METRES;
  };
  const sure = shown.filter(({ ad, location }) => location?.confidence === "high" && truePlace(ad) !== null);
  const likely = shown.filter(({ ad, location }) => location?.confidence === "medium" && truePlace(ad) !== null);
  const told = shown.filter(
    ({ ad, listing }) => listing?.neighbourhood != null && (truePlace(ad) !== null || ad.truth.area !== "toronto"),
  );
  const placed = outcomes.filter(({ ad }) => namesPlace(ad));
  const wholes = ads.filter(({ truth }) => truth.kind === "whole");
  return {
    "of the first 20 by discount not what they claim": share(first, (one) => falseClaimsOf(one).length > 0, name),
    "with a percentage and of another type": share(compared, (one) => wrongTypeOf(one).length > 0, name),
    "with a wrong percentage": share(compared, (one) => wrongPercentOf(one).length > 0, name),
    "with a percentage and at another place": share(compared, (one) => wrongPlaceOf(one).length > 0, name),
    "sure places more than 500 m off": share(sure, isOff, name),
    "likely places more than 500 m off": share(likely, isOff, name),
    "neighbourhoods that are told and wrong": share(told, isWrongNeighbourhood, name),
    "addresses with a place that are refused": share(placed, ({ refusal }) => refusal !== null, name),
    "places of such addresses in the City that are not known": share(
      placed.filter(({ ad, listing }) => listing !== null && ad.truth.area === "toronto"),
      ({ listing }) => listing?.neighbourhood === null && listing.latitude === null,
      name,
    ),
    "rooms filed as whole homes that are noted": share(ads.filter(isRoomFiledAsHome), hasRoomNote, ({ id }) => id),
    "whole homes that are noted and do not deserve it": share(wholes, hasWrongNote, ({ id }) => id),
  };
}
type Figures = ReturnType<typeof figuresOf>;

/**
 * Prints the results, which are visible with `--reporter=verbose --silent=false`. For held-back ads, prints only the
 * counts.
 */
function print(of: string, figures: Figures, isTold: boolean): void {
  for (const [what, { text, examples }] of Object.entries(figures))
    console.info(`${of}: ${what}: ${text}${isTold && examples.length > 0 ? `\n  ${examples.join("\n  ")}` : ""}`);
}

/** One in this many ads is published. `npm run test:long` publishes all of them. */
const ONE_OF = fullSize(1, 5);
const some = (ads: readonly LabelledAd[]) => ads.filter((_, nth) => nth % ONE_OF === 0);

describe("ads modelled on real ones, approved by a moderator without any confirmation,", () => {
  it("make only true claims", { tags: ["rest"], timeout: LONG_TESTS.many }, async ({ skip }) => {
    skip(!HAS_REAL_PLACES, NO_REAL_PLACES);
    await importRealPlaces();
    const all = await outcomesOf(makeSite(), [...some(HELD_BACK), ...some(SEEN)]);
    const groups = { "all ads": all, "held back": only(all, HELD_BACK), "the others": only(all, SEEN) };
    for (const [of, outcomes] of Object.entries(groups)) {
      const figures = figuresOf(outcomes);
      print(of, figures, of === "the others");
      const part = (what: keyof Figures) => figures[what].part;
      expect.soft(part("of the first 20 by discount not what they claim"), of).toBeLessThanOrEqual(0.05);
      expect.soft(part("sure places more than 500 m off"), of).toBe(0);
      expect.soft(part("neighbourhoods that are told and wrong"), of).toBeLessThanOrEqual(0.01);
      expect.soft(part("addresses with a place that are refused"), of).toBeLessThanOrEqual(0.02);
      expect.soft(part("rooms filed as whole homes that are noted"), of).toBeGreaterThanOrEqual(0.9);
      expect.soft(part("whole homes that are noted and do not deserve it"), of).toBeLessThanOrEqual(0.05);
    }
  });
});

const only = (outcomes: readonly Outcome[], ads: readonly LabelledAd[]) => {
  const some = new Set(ads);
  return outcomes.filter(({ ad }) => some.has(ad));
};
