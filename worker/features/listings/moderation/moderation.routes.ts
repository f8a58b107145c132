import type { Context } from "hono";
import type { Decision, ListingDecision, SkippedListing } from "../../../contracts/decisions.ts";
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
import { readContext } from "./context.service.ts";
import { type ChoiceOfEach, decide, decideOnOne, dismissAll, type DismissReports, skipped } from "./decide.service.ts";
import { restoreListing } from "../decisions/delete.service.ts";
import { hasChanged, type ListingRef, withChangesOnRefusal } from "../decisions/conflict-details.service.ts";
import { listingForModerator, readQueue, readWaiting, searchQueue } from "../decisions/queue.service.ts";

/**
 * Parses the filter of the queue: either `status` or `place=unknown`.
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
 * Parses the sort order of the queue: `sort=waiting`, which requires `status=pending`.
 * @throws AppError `request.unknown_filter`
 */
function readSort({ sort = "" }: Record<string, string>, filter: QueueFilter | undefined): "waiting" | undefined {
  if (sort === "") return undefined;
  if (sort !== "waiting" || filter !== "pending") throw new AppError("request.unknown_filter");
  return sort;
}

/** Maximum length of a search text. Longer texts are cut. */
const SEARCH_MAX_CHARACTERS = 100;

const adminListings = (c: Context<AppEnv>, listings: readonly Listing[]) =>
  Promise.all(listings.map((listing) => toAdminListing(c.var.deps, listing)));

interface Several {
  ids: readonly number[];
  revisions?: readonly number[] | undefined;
}
const listingsOf = ({ ids, revisions }: Several) => ids.map((id, at) => ({ id, revision: revisions?.[at] }));

/** Responds with the result of a decision on several listings, including the listings for which it was refused. */
async function answerOf(c: Context<AppEnv>, made: ReturnType<typeof decide>) {
  const { decided, refused, ...answer } = await made;
  const skips: SkippedListing[] = [];
  for (const one of refused) skips.push(await skipped(c.var.deps, one));
  return { ...answer, decided: await adminListings(c, decided), refused: skips };
}

const decidedListing = async (
  c: Context<AppEnv>,
  { listing, decisionId }: Decision & { listing: Listing },
): Promise<ListingDecision> => ({ ...(await toAdminListing(c.var.deps, listing)), decisionId });

const decideAs = async (c: Context<AppEnv>, asked: ListingRef, choice: ChoiceOfEach) =>
  decidedListing(c, await decideOnOne(c.var.deps, asked, choice, moderatorOf(c)));

/**
 * Routes for the moderation of listings.
 * @param dismiss function that dismisses the reports of listings; a parameter, because the reports feature already
 * imports the listings feature
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
      const choice = { action: "approve" as const, ...body };
      const { decided, refused, decisionId } = await answerOf(
        c,
        decide(c.var.deps, listingsOf(body), choice, moderatorOf(c)),
      );
      return { approved: decided, refused, decisionId };
    },
    async rejectListings(c, { body }) {
      const choice = { action: "reject" as const, ...body };
      const { decided, refused, decisionId } = await answerOf(
        c,
        decide(c.var.deps, listingsOf(body), choice, moderatorOf(c)),
      );
      return { rejected: decided, refused, decisionId };
    },
    async decideOnListings(c, { body }) {
      const { deps } = c.var;
      const made =
        body.action === "dismiss"
          ? dismissAll(deps, listingsOf(body), moderatorOf(c), dismiss)
          : decide(deps, listingsOf(body), body, moderatorOf(c));
      return { action: body.action, ...(await answerOf(c, made)) };
    },
    getListingContext: async (c, { id }) => readContext(c.var.deps, await listingForModerator(c.var.deps, id)),
    getAdminListing: async (c, { id }) => toAdminListing(c.var.deps, await listingForModerator(c.var.deps, id)),
    async editAdminListing(c, { id }) {
      // Rejects unknown ids before the upload is read. The listing is checked again afterwards, because an upload takes
      // time.
      await listingForModerator(c.var.deps, id);
      return withListingInput(c, moderatorEdit, LANDLORD_FORM, async ({ values: { revision, ...edit }, photos }) => {
        const listing = await listingForModerator(c.var.deps, id);
        return withChangesOnRefusal(c.var.deps, { id, revision }, async () => {
          if (hasChanged(listing, { id, revision })) throw new AppError("listing.changed");
          return decidedListing(c, await editListing(c.var.deps, listing, edit, photos, moderatorOf(c)));
        });
      });
    },
    async deleteListing(c, { id, query: { revision } }) {
      const { decisionId } = await decideOnOne(c.var.deps, { id, revision }, { action: "delete" }, moderatorOf(c));
      return { ...DONE, decisionId };
    },
    restoreListing: async (c, { id }) =>
      toAdminListing(c.var.deps, await restoreListing(c.var.deps, id, moderatorOf(c))),
    confirmListing: (c, { id, body }) => decideAs(c, { ...body, id }, { action: "confirm" }),
    rejectListing: (c, { id, body }) => decideAs(c, { ...body, id }, { ...body, action: "reject" }),
    setListingStatus: (c, { id, body }) =>
      decideAs(c, { ...body, id }, { ...body, action: body.approved ? "approve" : "unapprove" }),
  });
