import type { Context } from "hono";
import { type Bedrooms, isCanonicalFilter } from "../../contracts/bedrooms.ts";
import {
  type PublicListing,
  type Receipt,
  SUBMITTED_MESSAGE,
  SUBMITTED_NO_RECEIPT_MESSAGE,
  SUBMITTED_RECEIPT_WAITS_MESSAGE,
  type Submitted,
} from "../../contracts/listings.ts";
import { listingDraft, listingRules, marketplaceListingDraft } from "../../contracts/listings.schemas.ts";
import { doneWithMessage } from "../../contracts/operation.ts";
import { isUncacheable, isCanonicalSearch } from "../../contracts/search.ts";
import { CATEGORY_LISTS, searchRules } from "../../contracts/search.schemas.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import type { AppEnv } from "../../platform/http.ts";
import { implement, type Implemented } from "../../platform/implement.ts";
import { type PageWindow, readPaging } from "../../platform/paging.ts";
import { lawNotes } from "./signals/text-signals.ts";
import { listingsWithHeaders, searchOf, typeOf } from "./search/list-requests.ts";
import { withPlaceNames } from "./search/place-words.ts";
import { readPublicPage } from "./search/search.service.ts";
import { readSimilar } from "./search/similar.service.ts";
import { recordInterest } from "./listing/interest.service.ts";
import { compareTypedRent } from "./submission/listings.facts.service.ts";
import { LANDLORD_FORM, MARKETPLACE_FORM, withListingInput } from "./listing/listings.input.ts";
import { countPublicListings, readPublicListing } from "./reading/listings.read.service.ts";
import { submitListing } from "./submission/listings.service.ts";

/** Parameters of list requests that are not parameters of the search. `v` is ignored (docs/contract.md, Listings). */
const LIST_PARAMETERS = ["limit", "offset", "v"];

/** Returns whether the paging parameters are in canonical form and select a page that exists. */
function isCanonicalPaging(query: URLSearchParams, paging: PageWindow, found: number): boolean {
  const isPlain = (["limit", "offset"] as const).every((name) =>
    [null, String(paging[name])].includes(query.get(name)),
  );
  const isPastLastPage = paging.offset > 0 && found === 0;
  return isPlain && !isPastLastPage && /^\d{0,3}$/.test(query.get("v") ?? "") && isCanonicalFilter(query.get("filter"));
}

/**
 * Responds with the listings that a search finds. A header contains the total number of listings.
 * @throws AppError request.unknown_filter
 */
async function answerList(
  c: Context<AppEnv>,
  type: Bedrooms | "all",
  parameters: readonly string[] = LIST_PARAMETERS,
): Promise<PublicListing[]> {
  const { deps } = c.var;
  const query = new URL(c.req.url).searchParams;
  const search = withPlaceNames(searchOf(query));
  const paging = readPaging(c.req.query());
  const page = await readPublicPage(deps, { type, search }, paging, c.var.client);
  const isCanonical =
    isCanonicalSearch(query, search, parameters) && isCanonicalPaging(query, paging, page.listings.length);
  // If responses with unknown parameters or place names were cached, anyone could fill the cache with copies.
  if (isCanonical && !isUncacheable(search, page.total ?? page.atLeast))
    cacheableAnswer(c, { validUntil: page.validUntil, query: new URL(c.req.url).search });
  return listingsWithHeaders(c, page);
}

const SUBMITTED: Readonly<Record<Receipt, string>> = {
  now: SUBMITTED_MESSAGE,
  later: SUBMITTED_RECEIPT_WAITS_MESSAGE,
  dropped: SUBMITTED_NO_RECEIPT_MESSAGE,
};
/**
 * Returns the key that the browser sent for a submission attempt, or null.
 * @throws AppError 400 `request.malformed` for a key that is too short to be unique, or too long
 */
function attemptKeyOf(c: Context<AppEnv>): string | null {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && !/^[\w-]{16,64}$/.test(key)) throw new AppError("request.malformed");
  return key ?? null;
}
/**
 * Handles a submission under the rules of the form from which it was sent. Throws the errors in docs/contract.md,
 * Submissions.
 */
const submission = (
  c: Context<AppEnv>,
  schema: typeof listingDraft | typeof marketplaceListingDraft,
  rules: typeof LANDLORD_FORM,
): Promise<Submitted> =>
  withListingInput(c, schema, rules, async ({ values, photos }) => {
    const stored = await submitListing(c.var.deps, values, photos ?? [], {
      ipAddress: c.var.client.address,
      attemptKey: attemptKeyOf(c),
    });
    return { ...doneWithMessage(SUBMITTED[stored.receipt]), ...stored };
  });

const CATEGORY_ROUTES = CATEGORY_LISTS.map((list): Implemented => ({
  ...list,
  handler: (c) => answerList(c, list.bedrooms),
}));

/** Routes for lists, public listings and submissions, and for the data that a form shows while it is filled in. */
export const listingRoutes = [
  ...CATEGORY_ROUTES,
  ...implement(searchRules, {
    listListings: (c) => answerList(c, typeOf(c.req.query("filter") ?? null), ["filter", ...LIST_PARAMETERS]),
  }),
  ...implement(listingRules, {
    submitProperty: (c) => submission(c, listingDraft, LANDLORD_FORM),
    submitListing: (c) => submission(c, marketplaceListingDraft, MARKETPLACE_FORM),
    compareRent: (c, { query }) => compareTypedRent(c.var.deps, query),
    checkLaw: (_c, { body }) => lawNotes(body.additionalInfo),
    async countListings(c) {
      const { count, validUntil } = await countPublicListings(c.var.deps);
      cacheableAnswer(c, { validUntil });
      return { count };
    },
    async getListing(c, { id }) {
      const found = await readPublicListing(c.var.deps, id);
      if (!found) throw new AppError("listing.not_found");
      cacheableAnswer(c, { id: found.listing.id, validUntil: found.validUntil });
      return found.listing;
    },
    async listSimilar(c, { id }) {
      const found = await readSimilar(c.var.deps, id);
      if (!found) throw new AppError("listing.not_found");
      cacheableAnswer(c, { validUntil: found.validUntil });
      return found.similar;
    },
    async recordInterest(c, { id, body: { kind, sessionId = null } }) {
      const userAgent = c.req.header("user-agent") ?? "";
      await recordInterest(c.var.deps, id, kind, { client: c.var.client, userAgent, sessionId });
    },
  }),
];
