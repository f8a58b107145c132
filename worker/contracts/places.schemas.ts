import * as z from "zod/mini";
import { ADDRESS_MAX } from "./addresses.ts";
import { ADDRESS_QUERY_MIN } from "./address-suggestions.ts";
import { declare, json } from "./operation-rules.ts";
import * as places from "./places.ts";
import { PLACE_TEXT_MAX } from "./places.ts";
import { line } from "./text.schemas.ts";
import { tooLongMessage } from "./text.ts";

const PROBLEM = "Please give latitude and longitude as numbers.";

const pinDrop = z.object({
  latitude: z.number(PROBLEM).check(z.gte(-90, PROBLEM), z.lte(90, PROBLEM)),
  longitude: z.number(PROBLEM).check(z.gte(-180, PROBLEM), z.lte(180, PROBLEM)),
  revision: z.optional(z.number().check(z.int(), z.gte(1))),
});

const TOO_SHORT = `Please type at least ${ADDRESS_QUERY_MIN} characters.`;

const addressQuery = z.object({
  q: z.pipe(line(ADDRESS_MAX, TOO_SHORT), z.string().check(z.minLength(ADDRESS_QUERY_MIN, TOO_SHORT))),
});

const NOTHING_TYPED = "Please type a place.";

const placeQuestion = z.object({
  text: z
    .string(NOTHING_TYPED)
    .check(z.maxLength(PLACE_TEXT_MAX, tooLongMessage(PLACE_TEXT_MAX)), z.trim(), z.minLength(1, NOTHING_TYPED)),
});

/** Facts about the locations of listings, and look-ups of locations. */
export const placeRules = declare(places, {
  getListingFacts: { access: "public", tags: ["listing:{id}"] },
  // The browser calls this operation while the landlord fills in the form.
  suggestAddresses: { access: "public", limit: "address_suggestions", query: addressQuery },
  findPlaces: { access: "public", isQuestion: true, limit: "place_look_ups", body: json(placeQuestion) },
  getPlacesOverview: { access: "reader" },
  rerunPlaces: { access: "operator", status: 202 },
  getFactsForModerator: { access: "reader" },
  setPin: { access: "moderator", body: json(pinDrop) },
  removePin: { access: "moderator" },
});
