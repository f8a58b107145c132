import { DONE } from "../../contracts/operation.ts";
import { placeRules } from "../../contracts/places.schemas.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { suggestAddresses, findPlaces } from "../../address/index.ts";
import { readPublicFacts, readFactsForModerator, setPin, removePin } from "./facts.service.ts";
import { lookUpAll, readPlacesOverview } from "./lookups.service.ts";

export const placeRoutes = implement(placeRules, {
  async getListingFacts(c, { id }) {
    const found = await readPublicFacts(c.var.deps, id);
    if (id === null || !found) throw new AppError("listing.not_found");
    cacheableAnswer(c, { id, validUntil: found.validUntil });
    return found.facts;
  },
  suggestAddresses: (c, { query }) => suggestAddresses(c.var.deps, query.q),
  findPlaces: (c, { body }) => findPlaces(c.var.deps, body.text),
  getPlacesOverview: (c) => readPlacesOverview(c.var.deps),
  async rerunPlaces(c) {
    return { ...DONE, listings: await lookUpAll(c.var.deps, moderatorOf(c)) };
  },
  getFactsForModerator: (c, { id }) => readFactsForModerator(c.var.deps, id),
  setPin: (c, { id, body }) => setPin(c.var.deps, id, body, moderatorOf(c)),
  async removePin(c, { id }) {
    await removePin(c.var.deps, id, moderatorOf(c));
    return DONE;
  },
});
