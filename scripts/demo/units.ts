import * as z from "zod";
import { BATHROOMS, BEDROOMS } from "../../worker/contracts/bedrooms.ts";
import { attributeFields } from "../../worker/contracts/listings.schemas.ts";
import written from "./units.json" with { type: "json" };

const { homeType, ...attributes } = attributeFields;

/**
 * An invented unit at a real or invented address. Facts about real buildings come from the City (places.json). The unit
 * is not for rent. Its phone number and email address are generated when the unit is stored.
 */
const demoUnit = z.strictObject({
  address: z.strictObject({
    street: z.string(),
    district: z.enum(["Toronto", "North York", "Scarborough", "Etobicoke", "East York", "York"]),
    /** The forward sortation area of a unit without a more precise location. */
    postalArea: z.string().optional(),
  }),
  home: z.strictObject({
    bedrooms: z.enum(BEDROOMS),
    bathrooms: z.enum(BATHROOMS),
    /** The kind of building, which selects the picture of its front. */
    building: z.enum(["tower", "walk-up", "semi", "detached", "townhouse", "main-street"]),
    homeType,
    /** Year of construction, as stated by the landlord. */
    yearBuilt: z.int().optional(),
  }),
  offer: z.strictObject({
    /** Rent as typed by the landlord. */
    rent: z.string(),
    /** Days until the move-in date; 0 is today. */
    freeInDays: z.int(),
    ...attributes,
  }),
  landlord: z.string(),
  text: z.string(),
  stage: z.strictObject({
    /** State of the listing; approved by default. */
    state: z.enum(["pending", "expired"]).optional(),
    /** Days since the first approval, or since the submission of a pending unit. */
    daysAgo: z.number(),
    photos: z.int().min(0).max(5),
    /** The rent during the first half of the time since the approval. After that, `rent` applies. */
    rentBefore: z.string().optional(),
    /** An earlier listing of the same home: its rent, and how long before this listing's approval it was removed. */
    listedBefore: z.strictObject({ rent: z.string(), daysAgo: z.number() }).optional(),
    /** True for a unit submitted without a phone number, which `POST /api/submit-property` allows. */
    withoutPhone: z.literal(true).optional(),
  }),
});
export type DemoUnit = z.infer<typeof demoUnit>;

/**
 * Returns a unit's relative age among units of its type, from 0 (newest) to 1. Units are evenly spaced, with private
 * rooms towards the end of each interval.
 */
function position(unit: DemoUnit, alike: readonly DemoUnit[]): number {
  return (alike.indexOf(unit) + (unit.home.bedrooms === "Private Room" ? 0.95 : 0.5)) / alike.length;
}

/** Distributes the approval dates so that the newest page shows every type. */
function mixed(units: readonly DemoUnit[]): DemoUnit[] {
  const approved = units.filter(({ stage }) => stage.state === undefined);
  const days = approved.map(({ stage }) => stage.daysAgo).toSorted((a, b) => a - b);
  const places = new Map(
    approved.map((unit) => [
      unit,
      position(
        unit,
        approved.filter(({ home }) => home.bedrooms === unit.home.bedrooms),
      ),
    ]),
  );
  const order = approved.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return units.map((unit) => {
    const daysAgo = days[order.indexOf(unit)];
    return daysAgo === undefined ? unit : { ...unit, stage: { ...unit.stage, daysAgo } };
  });
}

/** Every demo unit. */
export const UNITS: readonly DemoUnit[] = mixed(z.array(demoUnit).parse(written));
