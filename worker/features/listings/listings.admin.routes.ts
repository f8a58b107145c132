import type { Context } from "hono";
import { listingEdit, listingRejection, listingStatusChange } from "../../contracts/listings.schemas.ts";
import { LISTING_STATUSES, type ListingStatus } from "../../contracts/listings.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { editListing } from "./listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "./listings.input.ts";
import { toAdminListing } from "./listings.mappers.ts";
import { listingForModerator, readAdminPage } from "./listings.read.service.ts";
import { deleteListing, restoreListing } from "./listings.delete.service.ts";
import { rejectListing, setApproved } from "./listings.service.ts";

/** @throws AppError `request.unknown_filter` */
function readStatus(text: string | undefined): ListingStatus | undefined {
  if (text === undefined || text === "" || text === "all") return undefined;
  const status = LISTING_STATUSES.find((known) => known === text);
  if (!status) throw new AppError("request.unknown_filter");
  return status;
}

const moderator = (c: Context<AppEnv>) => ({ actor: "admin" as const, ipAddress: c.var.client.address });

/** Moderation under /api/admin/listings, behind the guard of admin operations. */
export const listingAdminRoutes = router()
  .get("/", async (c) => {
    const { listings, total } = await readAdminPage(
      c.var.deps,
      readStatus(c.req.query("status")),
      readPaging(c.req.query()),
    );
    c.header("X-Total-Count", String(total));
    return c.json(listings);
  })
  .get("/:id", async (c) => c.json(toAdminListing(await listingForModerator(c.var.deps, readId(c.req.param("id"))))))
  .patch("/:id", async (c) => {
    const id = readId(c.req.param("id"));
    // Before the body, so that an unknown id costs no upload; again after it, because an upload takes its time.
    await listingForModerator(c.var.deps, id);
    return withListingInput(c.req.raw, listingEdit, LANDLORD_FORM, async ({ values, photos }) => {
      const listing = await listingForModerator(c.var.deps, id);
      return c.json(toAdminListing(await editListing(c.var.deps, listing, values, photos, moderator(c))));
    });
  })
  .delete("/:id", async (c) => {
    await deleteListing(c.var.deps, await listingForModerator(c.var.deps, readId(c.req.param("id"))), moderator(c));
    return c.json({ success: true });
  })
  .post("/:id/restore", async (c) =>
    c.json(toAdminListing(await restoreListing(c.var.deps, readId(c.req.param("id")), moderator(c)))),
  )
  .post("/:id/reject", body(listingRejection), async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(toAdminListing(await rejectListing(c.var.deps, readId(c.req.param("id")), reason, moderator(c))));
  })
  .patch("/:id/status", body(listingStatusChange), async (c) => {
    const { approved } = c.req.valid("json");
    return c.json(toAdminListing(await setApproved(c.var.deps, readId(c.req.param("id")), approved, moderator(c))));
  });
