import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing, PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { type Coordinates, metresBetween } from "../../../worker/platform/grid.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { approve, draft, readPublic } from "../../support/worker/listings.ts";
import { drain } from "../../support/worker/places.ts";
import { HAS_REAL_PLACES, importRealPlaces } from "../../support/worker/real-places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

interface AddressCase {
  kind: string;
  typed: string;
  publicLine: { has: string[]; lacks: string[] } | null;
  status: number;
  precision?: string;
  title?: string;
  postalArea?: string;
  place?: { near: [number, number]; within: number } | { confidence: "low" };
  why: string;
}

// The file is beside the repository (test/support/node/real-data.ts).
const CASES = JSON.parse(env.GOLDEN_ADDRESSES) as AddressCase[];

/** Lists the errors in the address lines that renters see: missing parts, and parts that must not be public. */
function problemsOfLines({ publicLine }: AddressCase, listing: PublicListing, moderated: AdminListing): string[] {
  const { has = [], lacks = [] } = publicLine ?? {};
  const lines = [listing.address, listing.title, listing.slug.replaceAll("-", " ")];
  const missing = has.filter((part) => !listing.address.toLowerCase().includes(part.toLowerCase()));
  const told = lacks.filter((part) =>
    lines.some((text) => new RegExp(`(?<![\\p{L}\\d])${part}(?![\\p{L}\\d])`, "iu").test(text)),
  );
  const kept = JSON.stringify(moderated).toLowerCase().replaceAll(/[\s-]/g, "");
  const lost = lacks.flatMap((part) => part.toLowerCase().match(/[a-z]*\d[a-z\d]*/g) ?? []);
  return [
    ...missing.map((part) => `lacks ${part}`),
    ...told.map((part) => `tells ${part}`),
    ...lost.filter((part) => !kept.includes(part)).map((part) => `lost ${part}`),
  ];
}

/** Lists the errors in the stated location. */
function problemsOfPlace({ place }: AddressCase, listing: PublicListing): string[] {
  const { latitude, longitude, neighbourhood, closestSubwayStation, distanceToDowntown } = listing;
  const point: Coordinates | null = latitude === null || longitude === null ? null : { latitude, longitude };
  if (place === undefined) return [];
  if ("confidence" in place)
    return [point, neighbourhood, closestSubwayStation, distanceToDowntown].flatMap((fact) =>
      fact === null ? [] : [`states ${JSON.stringify(fact)}`],
    );
  if (point === null) return ["no point"];
  const metres = metresBetween(point, { latitude: place.near[0], longitude: place.near[1] });
  return metres <= place.within ? [] : [`${Math.round(metres)} m off`];
}

async function problemsOf(site: Site, wanted: AddressCase, nth: number): Promise<string[]> {
  const phone = `416-555-${String(100 + nth).padStart(4, "0")}`;
  const form = draft({ address: wanted.typed, phone, email: `l${nth}@example.com` });
  const response = await site.fetch("/api/submit-property", { json: form });
  if (response.status !== wanted.status) return [`${response.status}: ${await response.text()}`];
  if (wanted.status !== 201) {
    const { fields } = await json<ErrorBody>(response);
    return fields !== undefined && "address" in fields ? [] : ["names no address"];
  }
  const { id } = await json<Submitted>(response);
  await approve(site, id);
  await drain(site);
  const listing = await readPublic(site, id);
  const moderated = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
  const { precision, title, postalArea } = wanted;
  return [
    ...problemsOfLines(wanted, listing, moderated),
    ...problemsOfPlace(wanted, listing),
    ...(precision !== undefined && moderated.addressPrecision !== precision ? [moderated.addressPrecision] : []),
    ...(title !== undefined && !listing.title.includes(title) ? [listing.title] : []),
    ...(postalArea !== undefined && listing.postalArea !== postalArea ? [`area ${listing.postalArea}`] : []),
  ];
}

it.skipIf(CASES.length === 0 || !HAS_REAL_PLACES)(
  "addresses as people type them are shown, rejected and located as the City's data and the rules require",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async () => {
    await importRealPlaces();
    const site = makeSite();
    const problems: Record<string, string[]> = {};
    for (const [nth, wanted] of CASES.entries()) {
      const found = await problemsOf(site, wanted, nth);
      if (found.length > 0) problems[wanted.typed] = found;
    }
    expect(problems).toEqual({});
  },
);
