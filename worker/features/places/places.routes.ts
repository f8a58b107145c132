import { cacheable } from "../../platform/cache.ts";
import { answerJson } from "../../platform/entity-tag.ts";
import { AppError } from "../../platform/errors.ts";
import { router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { readPublicFacts } from "./facts.service.ts";

/** How the facts about a public listing are known. */
export const placeRoutes = router().get("/marketplace-listings/:id/facts", async (c) => {
  const id = readId(c.req.param("id"));
  const found = await readPublicFacts(c.var.deps, id);
  if (id === null || !found) throw new AppError("listing.not_found");
  cacheable(c, "GET /api/marketplace-listings/:id/facts", { id, validUntil: found.validUntil });
  return answerJson(c, found.facts);
});
