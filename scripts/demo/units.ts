import * as z from "zod";
import { LAUNDRY, PARKING, PETS } from "../../worker/contracts/attributes.ts";
import { BATHROOMS, BEDROOMS } from "../../worker/contracts/bedrooms.ts";
import { HOME_TYPES } from "../../worker/contracts/home-types.ts";
import written from "./units.json" with { type: "json" };

/**
 * An invented unit at a real address, or at one that no street has; what is said of a real building is the City's word
 * (places.json). Nobody lets it; phone numbers and mail addresses are made when it is stored.
 */
const demoUnit = z.strictObject({
  address: z.strictObject({
    street: z.string(),
    district: z.enum(["Toronto", "North York", "Scarborough", "Etobicoke", "East York", "York"]),
    /** First half of the postal code, for a unit of which no more is found on the map. */
    postalArea: z.string().optional(),
  }),
  home: z.strictObject({
    bedrooms: z.enum(BEDROOMS),
    bathrooms: z.enum(BATHROOMS),
    /** What the building is, which decides the picture of its front. */
    building: z.enum(["tower", "walk-up", "semi", "detached", "townhouse", "main-street"]),
    homeType: z.enum(HOME_TYPES).optional(),
    /** As the landlord states it. */
    yearBuilt: z.int().optional(),
  }),
  offer: z.strictObject({
    /** As a landlord types it. */
    rent: z.string(),
    /** Days until one can move in; 0 is today. */
    freeInDays: z.int(),
    leaseMonths: z.int().optional(),
    utilities: z.boolean().optional(),
    furnished: z.boolean().optional(),
    laundry: z.enum(LAUNDRY).optional(),
    parking: z.enum(PARKING).optional(),
    pets: z.enum(PETS).optional(),
  }),
  landlord: z.string(),
  text: z.string(),
  stage: z.strictObject({
    /** Approved when left out. */
    state: z.enum(["pending", "expired"]).optional(),
    /** Days since the first approval, or since the submission of a pending unit. */
    daysAgo: z.number(),
    photos: z.int().min(0).max(5),
    /** Submitted through the form on which the phone is optional. */
    withoutPhone: z.literal(true).optional(),
  }),
});
export type DemoUnit = z.infer<typeof demoUnit>;

/** Where a type's units stand between 0 (newest) and 1: evenly spread, private rooms towards the end of each stretch. */
function position(unit: DemoUnit, alike: readonly DemoUnit[]): number {
  return (alike.indexOf(unit) + (unit.home.bedrooms === "Private Room" ? 0.95 : 0.5)) / alike.length;
}

/** Deals the approval dates among the approved units, so that the newest page shows every type. */
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
