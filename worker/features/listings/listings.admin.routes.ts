import type { Context } from "hono";
import { bulkApproval, listingEdit, listingRejection, listingStatusChange } from "../../contracts/listings.schemas.ts";
import { type BulkApproval, LISTING_STATUSES, type QueueFilter } from "../../contracts/listings.ts";
import { cleanLine } from "../../contracts/text.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { editListing } from "./listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "./listings.input.ts";
import { toAdminListing } from "./listings.mappers.ts";
import { deleteListing, restoreListing } from "./listings.delete.service.ts";
import { approveAll, rejectListing, setApproved } from "./listings.moderation.service.ts";
import { listingForModerator, readQueue, searchQueue } from "./listings.queue.service.ts";

/**
 * `status` or `place=unknown`; not both.
 * @throws AppError `request.unknown_filter`
 */
function readFilter({ status: text = "", place = "" }: Record<string, string>): QueueFilter | undefined {
  const isAll = text === "" || text === "all";
  if (isAll && place === "") return undefined;
  if (isAll && place === "unknown") return "unplaced";
  const status = LISTING_STATUSES.find((known) => known === text);
  if (!status || place !== "") throw new AppError("request.unknown_filter");
  return status;
}

/** Longer texts find nothing that their beginning does not. */
const SEARCH_MAX_CHARACTERS = 100;

const moderator = (c: Context<AppEnv>) => ({ actor: "admin" as const, ipAddress: c.var.client.address });

/** Moderation under /api/admin/listings, behind the guard of admin operations. */
export const listingAdminRoutes = router()
  .get("/", async (c) => {
    const { deps } = c.var;
    const filter = readFilter(c.req.query());
    const paging = readPaging(c.req.query());
    const text = cleanLine(c.req.query("q") ?? "").slice(0, SEARCH_MAX_CHARACTERS);
    const { listings, total } =
      text === "" ? await readQueue(deps, filter, paging) : await searchQueue(deps, text, filter, paging);
    if (total !== null) c.header("X-Total-Count", String(total));
    return c.json(listings);
  })
  .post("/approve", body(bulkApproval), async (c) => {
    const { ids, revisions } = c.req.valid("json");
    const asked = ids.map((id, at) => ({ id, revision: revisions?.[at] }));
    const { approved, refused } = await approveAll(c.var.deps, asked, moderator(c));
    return c.json({
      approved: approved.map(toAdminListing),
      refused: refused.map(({ id, error: { message, code } }) => ({ id, error: message, code })),
    } satisfies BulkApproval);
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
    const change = c.req.valid("json");
    return c.json(toAdminListing(await setApproved(c.var.deps, readId(c.req.param("id")), change, moderator(c))));
  });
