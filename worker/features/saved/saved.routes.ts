import type { KeptList, LookedUp, Shortlist, ShortlistCreated } from "../../contracts/saved.ts";
import { keepingChoice, lookUpQuestion, savedChanges, shortlistDraft } from "../../contracts/saved.schemas.ts";
import { body } from "../../platform/body.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { limited, refundForNetworks, requireForNetworks } from "../../platform/rate-limits.ts";
import { requireAccess } from "../access/access.guard.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { lookUpListings } from "../listings/core/listings.read.service.ts";
import { keepList, mergeIntoList, readKept, stopKeeping } from "./saved.service.ts";
import { readShortlist, removeShortlist, shareShortlist } from "./shortlists.service.ts";

/**
 * Saved homes under /api/saved-homes.
 *
 * - POST /look-up → {@link LookedUp}: what has become of homes that a browser has saved
 * - GET, PUT, PATCH and DELETE → {@link KeptList}: the list on the server, for the holder of the access cookie
 */
export const savedRoutes = router()
  .post("/look-up", body(lookUpQuestion), async (c) => {
    const { deps, client } = c.var;
    await requireForNetworks(deps, "saved_look_ups", client);
    return c.json((await lookUpListings(deps, c.req.valid("json").ids)) satisfies LookedUp);
  })
  .get("/", async (c) => c.json((await readKept(c.var.deps, await requireAccess(c))) satisfies KeptList))
  .put("/", limited("writes", "saved_changes"), body(keepingChoice), async (c) => {
    const { wantsPriceDrops } = c.req.valid("json");
    return c.json((await keepList(c.var.deps, await requireAccess(c), wantsPriceDrops)) satisfies KeptList);
  })
  .patch("/", limited("writes", "saved_changes"), body(savedChanges), async (c) => {
    const { homes } = c.req.valid("json");
    return c.json((await mergeIntoList(c.var.deps, await requireAccess(c), homes)) satisfies KeptList);
  })
  .delete("/", async (c) => {
    await stopKeeping(c.var.deps, await requireAccess(c));
    return c.json({ success: true });
  });

/** Shared shortlists under /api/shortlists: POST → 201 {@link ShortlistCreated}, GET /{token} → {@link Shortlist}. */
export const shortlistRoutes = router()
  .post("/", notBanned, body(shortlistDraft, "request.invalid", { tellFirst: true }), async (c) => {
    const { deps, client } = c.var;
    await requireForNetworks(deps, "shortlists", client);
    try {
      return c.json((await shareShortlist(deps, c.req.valid("json"))) satisfies ShortlistCreated, 201);
    } catch (error) {
      await refundForNetworks(deps, "shortlists", client);
      throw error;
    }
  })
  .get("/:token", async (c) => c.json((await readShortlist(c.var.deps, c.req.param("token"))) satisfies Shortlist));

/** DELETE /api/admin/shortlists/{id}, for moderators. */
export const shortlistAdminRoutes = router().delete("/:id", async (c) => {
  await removeShortlist(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
  return c.json({ success: true });
});
