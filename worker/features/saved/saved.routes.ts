import type { LookedUp, Shortlist, ShortlistCreated } from "../../contracts/saved.ts";
import { lookUpQuestion, shortlistDraft } from "../../contracts/saved.schemas.ts";
import { body } from "../../platform/body.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { refundForNetworks, requireForNetworks } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { lookUpListings } from "../listings/core/listings.read.service.ts";
import { readShortlist, removeShortlist, shareShortlist } from "./shortlists.service.ts";

/** POST /api/saved-homes/look-up → {@link LookedUp}: the current state of homes that a browser has saved. */
export const savedRoutes = router().post("/look-up", body(lookUpQuestion), async (c) => {
  const { deps, client } = c.var;
  await requireForNetworks(deps, "saved_look_ups", client);
  return c.json((await lookUpListings(deps, c.req.valid("json").ids)) satisfies LookedUp);
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
