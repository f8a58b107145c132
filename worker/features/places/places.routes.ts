import { cacheable } from "../../platform/cache.ts";
import { answerJson, moderatorOf, router } from "../../platform/http.ts";
import { AppError } from "../../platform/errors.ts";
import { readId } from "../../platform/paging.ts";
import { requireForNetworks } from "../../platform/rate-limits.ts";
import { findPlaces } from "./find-places.service.ts";
import { readPublicFacts, readFactsForModerator } from "./facts.service.ts";
import type { FoundPlace, PlacesRerun } from "../../contracts/places.ts";
import { pinDrop, placeQuestion } from "../../contracts/places.schemas.ts";
import { body } from "../../platform/body.ts";
import { lookUpAll, readPlaces } from "./lookups.service.ts";
import { dropPin, removePin } from "./pin.service.ts";

export const placeRoutes = router().get("/marketplace-listings/:id/facts", async (c) => {
  const id = readId(c.req.param("id"));
  const found = await readPublicFacts(c.var.deps, id);
  if (id === null || !found) throw new AppError("listing.not_found");
  cacheable(c, "GET /api/marketplace-listings/:id/facts", { id, validUntil: found.validUntil });
  return answerJson(c, found.facts);
});

/** Finds places by what people type, for the way to work. */
export const placeFinderRoutes = router().post("/places/find", body(placeQuestion), async (c) => {
  await requireForNetworks(c.var.deps, "place_look_ups", c.var.client);
  return c.json((await findPlaces(c.var.deps, c.req.valid("json").text)) satisfies FoundPlace[]);
});

/** Open data and look-ups, at /api/admin/places. */
export const placeAdminRoutes = router()
  .get("/", async (c) => c.json(await readPlaces(c.var.deps)))
  .post("/rerun", async (c) => {
    const listings = await lookUpAll(c.var.deps, moderatorOf(c));
    return c.json({ success: true, listings } satisfies PlacesRerun, 202);
  });

/** Facts and pins of listings, at /api/admin/listings. */
export const listingPlaceRoutes = router()
  .get("/:id/facts", async (c) => c.json(await readFactsForModerator(c.var.deps, readId(c.req.param("id")))))
  .put("/:id/place", body(pinDrop), async (c) =>
    c.json(await dropPin(c.var.deps, readId(c.req.param("id")), c.req.valid("json"), moderatorOf(c))),
  )
  .delete("/:id/place", async (c) => {
    await removePin(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
    return c.json({ success: true });
  });
