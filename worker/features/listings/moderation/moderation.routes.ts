import type { Context } from "hono";
import type { Decision, ListingDecision } from "../../../contracts/decisions.ts";
import { moderatorEdit } from "../../../contracts/listings.schemas.ts";
import { LISTING_STATUSES } from "../../../contracts/listings.ts";
import type { QueueFilter } from "../../../contracts/moderation-queue.ts";
import { queueRules } from "../../../contracts/moderation-queue.schemas.ts";
import { DONE } from "../../../contracts/operation.ts";
import { truncateLine } from "../../../contracts/text.ts";
import { AppError } from "../../../platform/errors.ts";
import { type AppEnv, moderatorOf } from "../../../platform/http.ts";
import { implement } from "../../../platform/implement.ts";
import { readPaging } from "../../../platform/paging.ts";
import { editListing } from "../submission/listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "../listing/listings.input.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import type { Listing } from "../listing/listings.table.ts";
import { decideOnAll, type DismissReports } from "./bulk.service.ts";
import { confirmListing } from "../decisions/confirm.service.ts";
import { readContext } from "./context.service.ts";
import { deleteListing, restoreListing } from "../decisions/delete.service.ts";
import { approveAll, hasChanged, rejectAll, rejectListing, setApproved } from "../decisions/moderation.service.ts";
import { withDifference } from "../decisions/old-state.service.ts";
import { listingForModerator, readQueue, readWaiting, searchQueue } from "../decisions/queue.service.ts";

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

/** The listings of a bulk decision with their revisions, if given. */
const asked = ({ ids, revisions }: { ids: number[]; revisions?: number[] | undefined }) =>
  ids.map((id, at) => ({ id, revision: revisions?.[at] }));

const adminListings = (c: Context<AppEnv>, listings: readonly Listing[]) =>
  Promise.all(listings.map((listing) => toAdminListing(c.var.deps, listing)));

const decidedListing = async (
  c: Context<AppEnv>,
  { listing, decisionId }: Decision & { listing: Listing },
): Promise<ListingDecision> => ({ ...(await toAdminListing(c.var.deps, listing)), decisionId });

/**
 * Moderation of listings.
 * @param dismiss dismisses the reports of listings, because reports know listings and not the reverse
 */
export const queueRoutes = (dismiss: DismissReports) =>
  implement(queueRules, {
    async listQueue(c) {
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
      return listings;
    },
    async approveListings(c, { body }) {
      const { decided, refused, decisionId } = await approveAll(c.var.deps, asked(body), moderatorOf(c), body);
      return { approved: await adminListings(c, decided), refused, decisionId };
    },
    async rejectListings(c, { body }) {
      const { decided, refused, decisionId } = await rejectAll(c.var.deps, asked(body), body.reason, moderatorOf(c));
      return { rejected: await adminListings(c, decided), refused, decisionId };
    },
    async decideOnListings(c, { body }) {
      const { decided, ...answer } = await decideOnAll(c.var.deps, body, moderatorOf(c), dismiss);
      return { ...answer, decided: await adminListings(c, decided) };
    },
    getListingContext: async (c, { id }) => readContext(c.var.deps, await listingForModerator(c.var.deps, id)),
    getAdminListing: async (c, { id }) => toAdminListing(c.var.deps, await listingForModerator(c.var.deps, id)),
    async editAdminListing(c, { id }) {
      // Checked before the upload to reject unknown ids early, and again afterwards because an upload takes time.
      await listingForModerator(c.var.deps, id);
      return withListingInput(c, moderatorEdit, LANDLORD_FORM, async ({ values: { revision, ...edit }, photos }) => {
        const listing = await listingForModerator(c.var.deps, id);
        return withDifference(c.var.deps, { id, revision }, async () => {
          if (hasChanged(listing, { id, revision })) throw new AppError("listing.changed");
          return decidedListing(c, await editListing(c.var.deps, listing, edit, photos, moderatorOf(c)));
        });
      });
    },
    async deleteListing(c, { id: given, query: { revision } }) {
      const listing = await listingForModerator(c.var.deps, given);
      const one = { id: listing.id, revision };
      return withDifference(c.var.deps, one, async () => {
        if (hasChanged(listing, one)) throw new AppError("listing.changed");
        return { ...DONE, ...(await deleteListing(c.var.deps, listing, moderatorOf(c))) };
      });
    },
    restoreListing: async (c, { id }) =>
      toAdminListing(c.var.deps, await restoreListing(c.var.deps, id, moderatorOf(c))),
    confirmListing(c, { id, body: { revision } }) {
      const one = { id, revision };
      return withDifference(c.var.deps, one, async () =>
        decidedListing(c, await confirmListing(c.var.deps, one, moderatorOf(c))),
      );
    },
    rejectListing(c, { id, body: { reason, revision } }) {
      const one = { id, revision };
      return withDifference(c.var.deps, one, async () =>
        decidedListing(c, await rejectListing(c.var.deps, one, reason, moderatorOf(c))),
      );
    },
    setListingStatus(c, { id, body: { approved, revision, confirmScam } }) {
      const one = { id, revision };
      return withDifference(c.var.deps, one, async () =>
        decidedListing(c, await setApproved(c.var.deps, one, approved, moderatorOf(c), { confirmScam })),
      );
    },
  });
