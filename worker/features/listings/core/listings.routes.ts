import type { Context } from "hono";
import type { PublicReadName } from "../../../contracts/caching.ts";
import { type Bedrooms, CATEGORIES, isCanonicalFilter } from "../../../contracts/bedrooms.ts";
import {
  type Receipt,
  type RentComparison,
  type ReviewNote,
  SUBMITTED_MESSAGE,
  SUBMITTED_NO_RECEIPT_MESSAGE,
  SUBMITTED_RECEIPT_WAITS_MESSAGE,
  type Submitted,
} from "../../../contracts/listings.ts";
import {
  interestInput,
  lawQuestion,
  listingDraft,
  marketplaceListingDraft,
  rentQuery,
} from "../../../contracts/listings.schemas.ts";
import { isUncacheable, isCanonicalSearch } from "../../../contracts/search.ts";
import { body, readQuery } from "../../../platform/body.ts";
import { cacheable } from "../../../platform/cache.ts";
import { answerJson, type AppEnv, router } from "../../../platform/http.ts";
import { AppError } from "../../../platform/errors.ts";
import { type PageWindow, readId, readPaging } from "../../../platform/paging.ts";
import { exemptFromWriteLimit, limited, requireForNetworks } from "../../../platform/rate-limits.ts";
import { notBanned } from "../../bans/bans.guard.ts";
import { lawNotes } from "../review/scam-signals.ts";
import { withPlaceNames } from "../search/place-words.ts";
import { recordInterest } from "./interest.service.ts";
import { LANDLORD_FORM, MARKETPLACE_FORM, withListingInput } from "./listings.input.ts";
import { countPublicListings, readPublicListing } from "./listings.read.service.ts";
import { answerListings, searchOf, typeOf } from "../search/list-requests.ts";
import { readPublicPage } from "../search/search.service.ts";
import { readSimilar } from "../search/similar.service.ts";
import { compareTypedRent } from "./listings.facts.service.ts";
import { submitListing } from "./listings.service.ts";

const guards = [limited("uploads", "submissions"), notBanned] as const;

/** Parameters of lists besides the search. `v` is ignored (docs/contract.md, Listings). */
const LIST_PARAMETERS = ["limit", "offset", "v"];

/** Whether the other parameters are in canonical form and name an existing part of the list. */
function isCanonicalPaging(query: URLSearchParams, paging: PageWindow, found: number): boolean {
  const isPlain = (["limit", "offset"] as const).every((name) =>
    [null, String(paging[name])].includes(query.get(name)),
  );
  const isPastLastPage = paging.offset > 0 && found === 0;
  return isPlain && !isPastLastPage && /^\d{0,3}$/.test(query.get("v") ?? "") && isCanonicalFilter(query.get("filter"));
}

/**
 * Answers a search as an array of listings, with their number in headers.
 * @throws AppError request.unknown_filter
 */
async function answerList(
  c: Context<AppEnv>,
  type: Bedrooms | "all",
  response: PublicReadName,
  parameters: readonly string[] = LIST_PARAMETERS,
) {
  const { deps } = c.var;
  const query = new URL(c.req.url).searchParams;
  const search = withPlaceNames(searchOf(query));
  const paging = readPaging(c.req.query());
  const page = await readPublicPage(deps, { type, search }, paging, c.var.client);
  const isCanonical =
    isCanonicalSearch(query, search, parameters) && isCanonicalPaging(query, paging, page.listings.length);
  // Unknown parameters and place names would let anyone fill the cache with copies.
  if (isCanonical && !isUncacheable(search, page.total ?? page.atLeast))
    cacheable(c, response, { validUntil: page.validUntil, query: new URL(c.req.url).search });
  return answerListings(c, page);
}

const SUBMITTED: Readonly<Record<Receipt, string>> = {
  now: SUBMITTED_MESSAGE,
  later: SUBMITTED_RECEIPT_WAITS_MESSAGE,
  dropped: SUBMITTED_NO_RECEIPT_MESSAGE,
};
/** @throws AppError 400 `request.malformed` for a key that is too short to be unique, or too long */
function attemptKeyOf(c: Context<AppEnv>): string | null {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && !/^[\w-]{16,64}$/.test(key)) throw new AppError("request.malformed");
  return key ?? null;
}
/** Reads a submission with a form's rules and answers 201 with {@link Submitted}. */
const submission =
  (schema: typeof listingDraft | typeof marketplaceListingDraft, rules: typeof LANDLORD_FORM) => (c: Context<AppEnv>) =>
    withListingInput(c, schema, rules, async ({ values, photos }) => {
      const submission = await submitListing(c.var.deps, values, photos ?? [], {
        ipAddress: c.var.client.address,
        attemptKey: attemptKeyOf(c),
      });
      return c.json({ success: true, message: SUBMITTED[submission.receipt], ...submission } satisfies Submitted, 201);
    });

/** Submissions by both forms, and what a form shows meanwhile; errors as in docs/contract.md, Submissions. */
export const submissionRoutes = router()
  .get("/rent-comparison", async (c) => {
    const { deps, client } = c.var;
    await requireForNetworks(deps, "rent_comparisons", client);
    return c.json((await compareTypedRent(deps, readQuery(c, rentQuery))) satisfies RentComparison);
  })
  .post("/law-notes", body(lawQuestion), async (c) => {
    await requireForNetworks(c.var.deps, "rent_comparisons", c.var.client);
    return c.json(lawNotes(c.req.valid("json").additionalInfo) satisfies ReviewNote[]);
  })
  .post("/submit-property", ...guards, submission(listingDraft, LANDLORD_FORM))
  .post("/property-listings", ...guards, submission(marketplaceListingDraft, MARKETPLACE_FORM));

/** Public reads of approved, unexpired listings: lists by filter and category, the count, one listing and similar ones. */
export const listingRoutes = router()
  .get("/marketplace-listings", async (c) =>
    answerList(c, typeOf(c.req.query("filter") ?? null), "GET /api/marketplace-listings", [
      "filter",
      ...LIST_PARAMETERS,
    ]),
  )
  .get("/marketplace-listings/count", async (c) => {
    const { count, validUntil } = await countPublicListings(c.var.deps);
    cacheable(c, "GET /api/marketplace-listings/count", { validUntil });
    return answerJson(c, { count });
  })
  .get("/marketplace-listings/:id", async (c) => {
    const found = await readPublicListing(c.var.deps, readId(c.req.param("id")));
    if (!found) throw new AppError("listing.not_found");
    const { listing, validUntil } = found;
    cacheable(c, "GET /api/marketplace-listings/:id", { id: listing.id, validUntil });
    return answerJson(c, listing);
  })
  .get("/marketplace-listings/:id/similar", async (c) => {
    const found = await readSimilar(c.var.deps, readId(c.req.param("id")));
    if (!found) throw new AppError("listing.not_found");
    cacheable(c, "GET /api/marketplace-listings/:id/similar", { validUntil: found.validUntil });
    return answerJson(c, found.similar);
  });

/** Records what renters do with a listing, for its landlord: 204. */
export const interestRoutes = router().post(
  "/marketplace-listings/:id/interest",
  exemptFromWriteLimit,
  limited("tracking"),
  body(interestInput),
  async (c) => {
    const userAgent = c.req.header("user-agent") ?? "";
    const { kind, sessionId = null } = c.req.valid("json");
    const renter = { client: c.var.client, userAgent, sessionId };
    await recordInterest(c.var.deps, readId(c.req.param("id")), kind, renter);
    return c.body(null, 204);
  },
);

for (const { api, bedrooms } of CATEGORIES) {
  listingRoutes.get(api.replace("/api", ""), (c) => answerList(c, bedrooms, "GET /api/category-listings"));
}
