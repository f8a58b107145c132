import type { Context } from "hono";
import type { BulkApproval, BulkRejection, Decision, ListingDecision } from "../../../contracts/decisions.ts";
import {
  bulkApproval,
  bulkRejection,
  listingConfirmation,
  listingRejection,
  listingRemoval,
  listingStatusChange,
} from "../../../contracts/decisions.schemas.ts";
import { moderatorEdit } from "../../../contracts/listings.schemas.ts";
import type { ListingContext, QueueFilter } from "../../../contracts/moderation-queue.ts";
import { LISTING_STATUSES } from "../../../contracts/listings.ts";
import { truncateLine } from "../../../contracts/text.ts";
import { body, optionalBody, readQuery } from "../../../platform/body.ts";
import { AppError } from "../../../platform/errors.ts";
import { type AppEnv, moderatorOf, router } from "../../../platform/http.ts";
import { readId, readPaging } from "../../../platform/paging.ts";
import { readContext } from "./context.service.ts";
import { confirmListing } from "./confirm.service.ts";
import { editListing } from "../core/listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "../core/listings.input.ts";
import { toAdminListing } from "../core/listings.mappers.ts";
import { deleteListing, restoreListing } from "./delete.service.ts";
import { approveAll, hasChanged, rejectAll, rejectListing, setApproved } from "./moderation.service.ts";
import type { Listing } from "../core/listings.table.ts";
import { withDifference } from "./old-state.service.ts";
import { listingForModerator, readQueue, readWaiting, searchQueue } from "./queue.service.ts";

/**
 * Either `status` or `place=unknown`.
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

/**
 * `sort=waiting`, only with `status=pending`.
 * @throws AppError `request.unknown_filter`
 */
function readSort({ sort = "" }: Record<string, string>, filter: QueueFilter | undefined): "waiting" | undefined {
  if (sort === "") return undefined;
  if (sort !== "waiting" || filter !== "pending") throw new AppError("request.unknown_filter");
  return sort;
}

/** Longer search texts are cut. */
const SEARCH_MAX_CHARACTERS = 100;

const answer = async (c: Context<AppEnv>, listing: Listing) => c.json(await toAdminListing(c.var.deps, listing));

/** The listings of a bulk decision with their revisions, if given. */
const asked = ({ ids, revisions }: { ids: number[]; revisions?: number[] | undefined }) =>
  ids.map((id, at) => ({ id, revision: revisions?.[at] }));

const adminListings = (c: Context<AppEnv>, listings: readonly Listing[]) =>
  Promise.all(listings.map((listing) => toAdminListing(c.var.deps, listing)));

const answerDecided = async (c: Context<AppEnv>, { listing, decisionId }: Decision & { listing: Listing }) =>
  c.json({ ...(await toAdminListing(c.var.deps, listing)), decisionId } satisfies ListingDecision);

/** Moderation at /api/admin/listings; the access policy restricts it to moderators. */
export const listingAdminRoutes = router()
  .get("/", async (c) => {
    const { deps } = c.var;
    const filter = readFilter(c.req.query());
    const isWaiting = readSort(c.req.query(), filter) === "waiting";
    const paging = readPaging(c.req.query());
    const text = truncateLine(c.req.query("q") ?? "", SEARCH_MAX_CHARACTERS);
    const { listings, total } = await (text !== ""
      ? searchQueue(deps, text, filter, paging)
      : isWaiting
        ? readWaiting(deps, paging)
        : readQueue(deps, filter, paging));
    if (total !== null) c.header("X-Total-Count", String(total));
    return c.json(listings);
  })
  .post("/approve", body(bulkApproval), async (c) => {
    const given = c.req.valid("json");
    const { decided, refused, decisionId } = await approveAll(c.var.deps, asked(given), moderatorOf(c), given);
    return c.json({ approved: await adminListings(c, decided), refused, decisionId } satisfies BulkApproval);
  })
  .post("/reject", body(bulkRejection), async (c) => {
    const given = c.req.valid("json");
    const { decided, refused, decisionId } = await rejectAll(c.var.deps, asked(given), given.reason, moderatorOf(c));
    return c.json({ rejected: await adminListings(c, decided), refused, decisionId } satisfies BulkRejection);
  })
  .get("/:id/context", async (c) =>
    c.json(
      (await readContext(
        c.var.deps,
        await listingForModerator(c.var.deps, readId(c.req.param("id"))),
      )) satisfies ListingContext,
    ),
  )
  .get("/:id", async (c) => answer(c, await listingForModerator(c.var.deps, readId(c.req.param("id")))))
  .patch("/:id", async (c) => {
    const id = readId(c.req.param("id"));
    // Checked before the upload to reject unknown ids early, and again afterwards because an upload takes time.
    await listingForModerator(c.var.deps, id);
    return withListingInput(c, moderatorEdit, LANDLORD_FORM, async ({ values: { revision, ...edit }, photos }) => {
      const listing = await listingForModerator(c.var.deps, id);
      return withDifference(c.var.deps, { id, revision }, async () => {
        if (hasChanged(listing, { id, revision })) throw new AppError("listing.changed");
        return answerDecided(c, await editListing(c.var.deps, listing, edit, photos, moderatorOf(c)));
      });
    });
  })
  .delete("/:id", async (c) => {
    const { revision } = readQuery(c, listingRemoval);
    const listing = await listingForModerator(c.var.deps, readId(c.req.param("id")));
    return withDifference(c.var.deps, { id: listing.id, revision }, async () => {
      if (hasChanged(listing, { id: listing.id, revision })) throw new AppError("listing.changed");
      return c.json({ success: true, ...(await deleteListing(c.var.deps, listing, moderatorOf(c))) });
    });
  })
  .post("/:id/restore", async (c) =>
    answer(c, await restoreListing(c.var.deps, readId(c.req.param("id")), moderatorOf(c))),
  )
  .post("/:id/confirm", optionalBody(listingConfirmation), async (c) => {
    const one = { id: readId(c.req.param("id")), revision: c.req.valid("json").revision };
    return withDifference(c.var.deps, one, async () =>
      answerDecided(c, await confirmListing(c.var.deps, one, moderatorOf(c))),
    );
  })
  .post("/:id/reject", body(listingRejection), async (c) => {
    const { reason, revision } = c.req.valid("json");
    const one = { id: readId(c.req.param("id")), revision };
    return withDifference(c.var.deps, one, async () =>
      answerDecided(c, await rejectListing(c.var.deps, one, reason, moderatorOf(c))),
    );
  })
  .patch("/:id/status", body(listingStatusChange), async (c) => {
    const { approved, revision, confirmScam } = c.req.valid("json");
    const one = { id: readId(c.req.param("id")), revision };
    return withDifference(c.var.deps, one, async () =>
      answerDecided(c, await setApproved(c.var.deps, one, approved, moderatorOf(c), { confirmScam })),
    );
  });
