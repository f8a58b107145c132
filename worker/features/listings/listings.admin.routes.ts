import type { Context } from "hono";
import { listingEdit, listingStatusChange } from "../../contracts/listings.schemas.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { editListing } from "./listings.edit.service.ts";
import { type FormRules, withListingInput } from "./listings.input.ts";
import { toAdminListing } from "./listings.mappers.ts";
import { editableByModerator } from "./listings.policy.ts";
import { listingById, listingsForAdmin, listingTotal } from "./listings.repo.ts";
import { deleteListing, setApproved } from "./listings.service.ts";

const EDIT_FORM: FormRules = { required: ["address", "rent", "moveInDate", "bedrooms", "bathrooms", "email"], contact: [] };

async function editableListing(c: Context<AppEnv>, idText: string) {
  const id = readId(idText);
  return editableByModerator(id === null ? null : await listingById(c.var.deps, id));
}

const moderator = (c: Context<AppEnv>) => ({ ipAddress: c.var.client.address });

/** Moderation under /api/admin/listings, behind the guard of admin operations. */
export const listingAdminRoutes = router()
  .get("/", async (c) => {
    const [rows, total] = await Promise.all([listingsForAdmin(c.var.deps, readPaging(c.req.query())), listingTotal(c.var.deps, "admin")]);
    c.header("X-Total-Count", String(total));
    return c.json(rows.map(toAdminListing));
  })
  .get("/:id", async (c) => c.json(toAdminListing(await editableListing(c, c.req.param("id")))))
  .patch("/:id", async (c) => {
    const listing = await editableListing(c, c.req.param("id"));
    return withListingInput(c.req.raw, listingEdit, EDIT_FORM, async ({ values, photos }) =>
      c.json(toAdminListing(await editListing(c.var.deps, listing, values, photos, moderator(c)))),
    );
  })
  .delete("/:id", async (c) => {
    await deleteListing(c.var.deps, await editableListing(c, c.req.param("id")), moderator(c));
    return c.json({ success: true });
  })
  .patch("/:id/status", body(listingStatusChange), async (c) => {
    const id = readId(c.req.param("id"));
    const listing = id === null ? null : await listingById(c.var.deps, id);
    // A deleted listing still exists for a moderator's undo: changing its state is a conflict, not an unknown id.
    if (listing?.status === "deleted") throw new AppError("listing.closed");
    return c.json(toAdminListing(await setApproved(c.var.deps, editableByModerator(listing), c.req.valid("json").approved, moderator(c))));
  });
