import * as z from "zod/mini";
import { confirmInput, savedSearchChange, savedSearchInput } from "../../worker/contracts/alerts.schemas.ts";
import { commuteQuestion } from "../../worker/contracts/commute.schemas.ts";
import { advertisementClick, advertisementDraft } from "../../worker/contracts/ads.schemas.ts";
import { commentsRequest, settingChange } from "../../worker/contracts/automation.schemas.ts";
import { appealDecision, appealInput } from "../../worker/contracts/appeals.schemas.ts";
import { banChange, banInput } from "../../worker/contracts/bans.schemas.ts";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import {
  accessCode,
  emailOnly,
  pauseDigest,
  preferencesInput,
  signUp,
  signUpWishes,
} from "../../worker/contracts/subscribers.schemas.ts";
import {
  commentDraft,
  commentEdit,
  followInput,
  identityRequest,
  lockInput,
  ownPost,
  stickyInput,
  threadDraft,
  threadEdit,
  titleInput,
  voteInput,
} from "../../worker/contracts/forum.schemas.ts";
import {
  bulkApproval,
  bulkDecision,
  bulkRejection,
  listingConfirmation,
  listingRejection,
  listingStatusChange,
} from "../../worker/contracts/decisions.schemas.ts";
import {
  interestInput,
  listingDraft,
  listingEdit,
  lostLinksRequest,
  marketplaceListingDraft,
} from "../../worker/contracts/listings.schemas.ts";
import { homesQuery } from "../../worker/contracts/open-api.schemas.ts";
import { benchmarkDraft, monthCorrection } from "../../worker/contracts/market.schemas.ts";
import { guidelineDraft, rentCheckQuery } from "../../worker/contracts/rent-check.schemas.ts";
import { listingFeedPath } from "../../worker/contracts/page.ts";
import { STATIC_PAGES } from "../../worker/contracts/pages.ts";
import {
  invitationAcceptance,
  invitationDraft,
  loginCodeAnswer,
  loginCodeRequest,
  passkeyAssertion,
  passkeyRegistration,
  personChange,
  personDraft,
} from "../../worker/contracts/people.schemas.ts";
import { pinDrop, placeQuestion } from "../../worker/contracts/places.schemas.ts";
import { answer, question } from "../../worker/contracts/questions.schemas.ts";
import {
  postReport,
  propertyReport,
  reportsDismissal,
  shortlistReport,
} from "../../worker/contracts/reports.schemas.ts";
import { pushSilenceInput, pushSubscriptionInput } from "../../worker/contracts/push.schemas.ts";
import { keepingChoice, lookUpQuestion, savedChanges, shortlistDraft } from "../../worker/contracts/saved.schemas.ts";
import { listRequest } from "../../worker/contracts/search.schemas.ts";
import { operatorLogin, passwordLogin } from "../../worker/contracts/sessions.ts";
import { maxRawLength } from "../../worker/contracts/text.ts";
import { sessionInput, vainSearchInput, visitInput } from "../../worker/contracts/visitors.schemas.ts";

/** The text inputs of an operation: fields of its body, query parameters, headers, and always its path. */
interface TextFields {
  /** A valid body, in which one field at a time is replaced. */
  body?: { schema: z.ZodMiniType; valid: Record<string, unknown> };
  query?: readonly string[];
  headers?: readonly string[];
}

const paged = { query: ["limit", "offset"] };
const search = [
  ..."q filter with minRent maxRent minDiscount bathrooms homeType municipality neighbourhood station line maxSubway controlled moveInBy bbox sort commute maxCommute commuteMode commuteDay commuteFrom commuteUntil".split(
    " ",
  ),
  ..."limit offset v".split(" "),
];
const page = { query: ["q", "page", "type", "with", "neighbourhood", "station", "moveInBy", "bbox", "sort"] };
const unit = {
  address: "85 Main Street, Toronto, ON",
  rent: "$1,850",
  moveInDate: "2027-02-01",
  bedrooms: "1 Bedroom",
  bathrooms: "1",
  email: "landlord@example.com",
  phone: "416-555-0123",
  additionalInfo: "Bright unit on a quiet street.",
  landlordName: "Ada",
};
const credential = { id: "AA", rawId: "AA", type: "public-key" };
const email = { email: "somebody@example.com" };
const thread = { title: "Which streets are quiet?", content: "I look for a quiet street near the subway." };
const comment = { content: "Try the side streets.", threadId: 1 };
const sessionId = "session_1790000000000_abcdefghi";
const savedHome = {
  listingId: 1,
  savedAt: "2026-11-20T15:00:00.000Z",
  changedAt: "2026-11-20T15:00:00.000Z",
  state: "called",
  viewingAt: "2026-11-28T18:30",
  note: "Ask about the cat.",
  isRemoved: false,
};
const nothing: TextFields = {};
/** Every parameter as a text, except numbers. */
const searchedByPost = {
  q: "sunny",
  filter: "1 BR",
  with: "pets",
  homeType: "condo",
  municipality: "Toronto",
  neighbourhood: "Annex",
  station: "Union",
  line: "1",
  moveInBy: "2026-12-01",
  sort: "price",
  commute: "43.65,-79.38",
  maxCommute: "35",
};

const body = (schema: z.ZodMiniType, valid: Record<string, unknown>): TextFields => ({ body: { schema, valid } });

/**
 * All operations and pages with their text inputs; an operation missing here fails
 * test/worker/security/text-fields.test.ts.
 */
export const TEXT_FIELDS: Readonly<Record<string, TextFields>> = {
  "GET /api/site": nothing,
  "GET /api/addresses": { query: ["q"] },
  "GET /api/rent-comparison": { query: ["rent", "bedrooms", "homeType", "municipality"] },
  "POST /api/submit-property": body(listingDraft, unit),
  "POST /api/property-listings": body(marketplaceListingDraft, unit),
  "GET /api/marketplace-listings": { query: search },
  "GET /api/marketplace-listings/count": nothing,
  "GET /api/marketplace-listings/map": { query: search },
  "GET /api/marketplace-listings/places": nothing,
  "GET /api/marketplace-listings/:id": nothing,
  "GET /api/marketplace-listings/:id/facts": nothing,
  "GET /api/marketplace-listings/:id/similar": nothing,
  "POST /api/marketplace-listings/:id/interest": {
    ...body(interestInput, { kind: "view", sessionId }),
    headers: ["user-agent"],
  },
  ...Object.fromEntries(CATEGORIES.map(({ api }) => [`GET ${api}`, { query: ["with", "sort", "limit"] }])),
  ...Object.fromEntries(CATEGORIES.map(({ path }) => [`GET ${path}`, { query: ["with", "sort", "page"] }])),
  "POST /api/report-property": body(propertyReport, {
    propertyId: 1,
    reason: "SCAM",
    details: "It asks for a deposit.",
  }),
  "POST /api/discussion/report": body(postReport, {
    threadId: 1,
    reason: "SPAM",
    details: "The same in each discussion.",
  }),
  "GET /api/manage/:token": nothing,
  "PATCH /api/manage/:token": body(listingEdit, unit),
  "POST /api/manage/:token/answer": body(answer, { text: "Yes, the whole home." }),
  "GET /api/appeals/:token": nothing,
  "POST /api/appeals/:token": body(appealInput, { text: "The rent is for the whole home." }),
  "GET /appeals/:token": nothing,
  "GET /api/rent-check": { query: Object.keys(rentCheckQuery.shape) },
  "GET /rent-check": { query: Object.keys(rentCheckQuery.shape) },
  "POST /rent-check": nothing,
  "GET /api/market": nothing,
  "GET /api/market/:area": nothing,
  "GET /market": nothing,
  "GET /market/:area": nothing,
  "GET /market/:area{[a-z0-9-]+\\.csv}": { headers: ["if-none-match"] },
  "GET /market.csv": { headers: ["if-none-match"] },
  "GET /api/admin/rent-guidelines": nothing,
  "PUT /api/admin/rent-guidelines/:year": body(guidelineDraft, {
    percent: 2.1,
    source: "Ontario.ca",
    isConfirmed: true,
  }),
  "DELETE /api/admin/rent-guidelines/:year": nothing,
  "POST /api/admin/market/months/:month/correct": body(monthCorrection, { reason: "Some were no homes." }),
  "GET /api/transparency": nothing,
  "GET /transparency": nothing,
  "GET /api": nothing,
  "POST /mcp": {
    ...body(z.object({ method: z.string() }), { jsonrpc: "2.0", id: 1, method: "ping" }),
    headers: ["mcp-protocol-version"],
  },
  "GET /.well-known/api-catalog": { headers: ["if-none-match"] },
  "GET /transparency.csv": { headers: ["if-none-match"] },
  "GET /api/admin/appeals": paged,
  "POST /api/admin/appeals/:id/decide": body(appealDecision, { outcome: "deny", text: "We looked again." }),
  "POST /api/admin/listings/bulk": body(bulkDecision, { ids: [999], action: "reject", reason: "Not a home." }),
  "GET /api/admin/listings/:id/context": nothing,
  "GET /api/admin/listings/:id/thread": nothing,
  "POST /api/admin/listings/:id/ask": body(question, { text: "Is the rent for the whole home?" }),
  "POST /api/manage/:token/renew": nothing,
  "POST /api/manage/:token/rented": nothing,
  "DELETE /api/manage/:token": nothing,
  "GET /api/delete/:token": nothing,
  "DELETE /api/delete/:token": nothing,
  "POST /api/listing-links": body(lostLinksRequest, email),
  "GET /api/vip": nothing,
  "GET /api/stripe/subscriptions": { headers: ["x-stats-session", "x-session-id", "cookie"] },
  "POST /api/mail-events/resend": {
    ...body(z.object({ type: z.string() }), { type: "x" }),
    headers: ["svix-id", "svix-timestamp", "svix-signature"],
  },
  "POST /api/stripe/webhook": { ...body(z.object({ type: z.string() }), { type: "x" }), headers: ["stripe-signature"] },
  "GET /api/mailchimp/audience": nothing,
  "POST /api/stats/auth": body(operatorLogin, { password: "a guess" }),
  "POST /api/stats/logout": { headers: ["x-stats-session"] },
  "POST /api/analytics/track": {
    ...body(visitInput, { sessionId, page: "/", userAgent: "x", referrer: "", city: "", country: "" }),
    headers: ["user-agent", "content-type"],
  },
  "POST /api/analytics/heartbeat": body(sessionInput, { sessionId }),
  "POST /api/analytics/deactivate": body(sessionInput, { sessionId }),
  "GET /api/geo": nothing,
  "POST /api/analytics/searches": body(vainSearchInput, { sessionId, search: { q: "balcony" } }),
  "GET /api/analytics/stats": { query: ["range", "compare"] },
  "GET /api/analytics/goals": { query: ["goal", "range"] },
  "GET /api/analytics/searches": { query: ["range"] },
  "GET /api/analytics/site": nothing,
  "GET /api/openapi.json": { headers: ["if-none-match"] },
  "GET /api/v1/listings": { query: Object.keys(homesQuery.shape), headers: ["if-none-match"] },
  "GET /api/v1/listings/:id": { headers: ["if-none-match"] },
  "GET /api/v1/market": { query: ["neighbourhood"], headers: ["if-none-match"] },
  "GET /api/v1/neighbourhoods": { headers: ["if-none-match"] },
  "GET /api/v1/stations": { headers: ["if-none-match"] },
  "GET /api/v1/rent-check": { query: Object.keys(rentCheckQuery.shape), headers: ["if-none-match"] },
  "GET /api/advertisement-settings": nothing,
  "PUT /api/advertisement-settings": body(advertisementDraft, {
    title: "Movers",
    link: "https://example.com/",
    enabled: true,
  }),
  "POST /api/advertisement-clicks": body(advertisementClick, { sessionId }),
  "GET /api/advertisement-stats": nothing,
  "GET /api/analytics/advertisement": nothing,
  "POST /api/marketplace-listings/search": body(listRequest, searchedByPost),
  "POST /api/marketplace-listings/map": body(listRequest, searchedByPost),
  "POST /api/places/find": body(placeQuestion, { text: "Union Station" }),
  "POST /api/commute": body(commuteQuestion, { places: [{ lat: 43.65, lng: -79.38 }], ids: [] }),
  "GET /api/commute/area": { query: ["lat", "lng", "minutes", "mode", "day", "from", "until"] },
  "POST /api/saved-homes/look-up": body(lookUpQuestion, { ids: [1] }),
  "GET /api/saved-homes": { headers: ["cookie"] },
  "PUT /api/saved-homes": body(keepingChoice, { wantsPriceDrops: false }),
  "PATCH /api/saved-homes": body(savedChanges, { homes: [savedHome] }),
  "DELETE /api/saved-homes": { headers: ["cookie"] },
  "POST /api/shortlists": body(shortlistDraft, { listingIds: [1], title: "Near the park" }),
  "GET /api/shortlists/:token": nothing,
  "POST /api/shortlists/:token/report": body(shortlistReport, { reason: "SPAM", details: "The title is an ad." }),
  "DELETE /api/admin/shortlists/:id": nothing,
  "GET /saved": nothing,
  "GET /shortlist/:token": nothing,
  "POST /api/subscribe": { ...body(signUp, { ...email, sessionId }), headers: ["x-sign-up-key"] },
  "POST /api/subscribe/preferences": body(signUpWishes, {
    ...email,
    signUpKey: "0".repeat(32),
    bedrooms: [],
    maxRent: null,
    areas: [],
  }),
  "POST /api/verify-subscription": body(emailOnly, email),
  "GET /api/confirm/:token": nothing,
  "POST /api/confirm/:token": nothing,
  "GET /api/unsubscribe/:token": nothing,
  "POST /api/unsubscribe/:token": { headers: ["content-type"] },
  "POST /unsubscribe/:token": nothing,
  "GET /api/preferences/:token": nothing,
  "PUT /api/preferences/:token": body(preferencesInput, {
    bedrooms: [],
    maxRent: null,
    areas: [],
    frequency: "every",
  }),
  "GET /api/discussion/threads": { query: ["q", "sort", "limit", "offset"] },
  "GET /api/discussion/threads/similar": { query: ["title"] },
  "GET /api/discussion/threads/votes": { query: ["ids"], headers: ["cookie"] },
  "GET /api/discussion/thread/:id/comments": { query: ["after", "limit", "offset"] },
  "GET /api/discussion/thread/:id/votes": { headers: ["cookie"] },
  "GET /api/discussion/thread/:id": nothing,
  "GET /api/discussion/thread/:id/:slug": nothing,
  "POST /api/discussion/user": body(identityRequest, {}),
  "POST /api/discussion/threads": body(threadDraft, thread),
  "PUT /api/discussion/user/threads/:id": body(threadEdit, thread),
  "DELETE /api/discussion/user/threads/:id": body(ownPost, { authorId: "nobody" }),
  "POST /api/discussion/comments": body(commentDraft, comment),
  "PUT /api/discussion/user/comments/:id": body(commentEdit, { content: "Try the side streets." }),
  "DELETE /api/discussion/user/comments/:id": body(ownPost, { authorId: "nobody" }),
  "PUT /api/discussion/threads/:id/vote": body(voteInput, { value: 1 }),
  "PUT /api/discussion/comments/:id/vote": body(voteInput, { value: 1 }),
  "POST /api/discussion/threads/:id/follow": body(followInput, email),
  "GET /api/follow/:token": nothing,
  "POST /api/follow/:token": nothing,
  "POST /api/follow/:token/stop": nothing,
  "POST /follow/:token": nothing,
  "GET /api/push/key": nothing,
  "POST /api/push/subscriptions": body(pushSubscriptionInput, {
    endpoint: "https://fcm.googleapis.com/fcm/send/x",
    keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    alerts: "1-x",
    follow: "1-x",
  }),
  "DELETE /api/push/subscriptions": body(pushSilenceInput, { endpoint: "https://fcm.googleapis.com/fcm/send/x" }),
  "POST /api/saved-searches": body(savedSearchInput, { ...email, search: { filter: "1 BR" }, frequency: "daily" }),
  "GET /api/alerts/:token": nothing,
  "GET /api/alerts/:token/:id/found": nothing,
  "POST /api/alerts/:token/confirm": body(confirmInput, {}),
  "POST /api/alerts/:token/stop": nothing,
  "PATCH /api/alerts/:token/:id": body(savedSearchChange, { name: "Mine" }),
  "DELETE /api/alerts/:token/:id": nothing,
  "POST /alerts/:token": nothing,
  "POST /api/access/request-code": body(emailOnly, email),
  "POST /api/access/verify-code": body(accessCode, { ...email, code: "123456" }),
  "GET /api/access/session": { headers: ["cookie"] },
  "GET /api/digest/:date": nothing,
  "GET /api/privacy/:token": nothing,
  "DELETE /api/privacy/:token": nothing,
  "POST /api/privacy/request": body(emailOnly, email),
  "GET /api/admin/digest": nothing,
  "GET /api/admin/digest/preview": nothing,
  "POST /api/admin/digest/test": body(emailOnly, email),
  "POST /api/admin/digest/pause": body(pauseDigest, { paused: false }),
  "POST /api/admin/digest/editions/:date/resume": nothing,
  "GET /api/admin/subscribers": { query: ["email"] },
  "POST /api/admin/login/link": nothing,
  "POST /api/admin/login/link/:token": nothing,
  "GET /admin/login/:token": nothing,
  "GET /api/never/:token": nothing,
  "POST /api/never/:token": nothing,
  "DELETE /api/never/:token": nothing,
  "GET /never/:token": nothing,
  "POST /api/admin/login": body(passwordLogin, { password: "a guess" }),
  "POST /api/admin/logout": nothing,
  "GET /api/admin/session": { headers: ["cookie"] },
  "GET /api/admin/reports": paged,
  "GET /api/admin/reports/groups": paged,
  "POST /api/admin/reports/dismiss": body(reportsDismissal, { targetType: "listing", targetId: 999 }),
  "DELETE /api/admin/reports/:id": nothing,
  "POST /api/admin/decisions/:id/undo": nothing,
  "GET /api/admin/audit": { query: ["q", "actor", "action", "from", "until", "limit", "offset"] },
  "GET /api/admin/audit/csv": { query: ["q", "actor", "action", "from", "until"] },
  "GET /api/admin/audit/people": nothing,
  "POST /api/admin/login/passkey/options": nothing,
  "POST /api/admin/login/passkey/verify": body(passkeyAssertion, {
    response: { ...credential, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } },
  }),
  "POST /api/admin/login/code": body(loginCodeRequest, email),
  "POST /api/admin/login/code/verify": body(loginCodeAnswer, { request: "0".repeat(32), code: "12345678" }),
  "GET /api/admin/invitation/:token": nothing,
  "POST /api/admin/invitation/:token": body(invitationAcceptance, { name: "Ada" }),
  "GET /admin/invitation/:token": nothing,
  "GET /api/admin/people": paged,
  "POST /api/admin/people": body(personDraft, { name: "Ada", ...email, role: "operator" }),
  "PATCH /api/admin/people/:id": body(personChange, { name: "Ada" }),
  "DELETE /api/admin/people/:id": nothing,
  "GET /api/admin/people/invitations": nothing,
  "POST /api/admin/people/invitations": body(invitationDraft, { ...email, role: "reader" }),
  "DELETE /api/admin/people/invitations/:id": nothing,
  "GET /api/admin/passkeys": nothing,
  "POST /api/admin/passkeys/options": nothing,
  "POST /api/admin/passkeys/verify": body(passkeyRegistration, {
    name: "Key",
    response: { ...credential, response: { clientDataJSON: "e30", attestationObject: "AA" } },
  }),
  "DELETE /api/admin/passkeys/:id": nothing,
  "GET /api/admin/sessions": nothing,
  "GET /api/admin/sessions/:id": nothing,
  "DELETE /api/admin/sessions/:id": nothing,
  "POST /api/admin/listings/:id/presence": nothing,
  "DELETE /api/admin/listings/:id/presence": nothing,
  "GET /api/admin/market": nothing,
  "PUT /api/admin/market/benchmarks": body(benchmarkDraft, {
    bedrooms: "Studio",
    asOf: "2026-09",
    rent: 1_700,
    kind: "asking",
    source: "A report",
    isEstimate: true,
    method: "By hand.",
  }),
  "POST /api/admin/market/import": { query: ["preview"] },
  "POST /api/admin/market/benchmarks/:id/check": nothing,
  "DELETE /api/admin/market/benchmarks/:id": nothing,
  "GET /api/admin/listings": { query: ["q", "status", "sort", "place", "limit", "offset"] },
  "POST /api/admin/listings/approve": body(bulkApproval, { ids: [999] }),
  "POST /api/admin/listings/reject": body(bulkRejection, { ids: [999], reason: "Not a home." }),
  "GET /api/admin/listings/:id": nothing,
  "PATCH /api/admin/listings/:id": body(listingEdit, unit),
  "DELETE /api/admin/listings/:id": { query: ["revision"] },
  "POST /api/admin/listings/:id/restore": nothing,
  "POST /api/admin/listings/:id/confirm": body(listingConfirmation, {}),
  "POST /api/admin/listings/:id/reject": body(listingRejection, { reason: "Not a home." }),
  "PATCH /api/admin/listings/:id/status": body(listingStatusChange, { approved: true }),
  "GET /api/admin/listings/:id/facts": nothing,
  "PUT /api/admin/listings/:id/place": body(pinDrop, { latitude: 43.7, longitude: -79.4 }),
  "DELETE /api/admin/listings/:id/place": nothing,
  "GET /api/admin/places": nothing,
  "POST /api/admin/places/rerun": nothing,
  "GET /api/admin/system": nothing,
  "POST /api/admin/system/dead/:id/retry": nothing,
  "DELETE /api/admin/system/dead/:id": nothing,
  "POST /api/admin/system/empty-cache": nothing,
  "POST /api/admin/system/probe": nothing,
  "PUT /api/discussion/threads/:id": body(titleInput, { title: "Quiet streets" }),
  "PUT /api/discussion/admin/thread/:id/sticky": body(stickyInput, { isSticky: false }),
  "PUT /api/discussion/admin/thread/:id/lock": body(lockInput, { isLocked: false }),
  "DELETE /api/discussion/admin/thread/:id": nothing,
  "POST /api/discussion/admin/thread/:id/restore": nothing,
  "DELETE /api/discussion/admin/comment/:id": nothing,
  "POST /api/discussion/admin/comment/:id/restore": nothing,
  "GET /api/discussion/admin/stats": nothing,
  "GET /api/discussion/admin/author/:id": nothing,
  "DELETE /api/discussion/admin/author/:id/posts": nothing,
  "GET /api/discussion/admin/bans": paged,
  "POST /api/discussion/admin/ban": body(banInput, {
    kind: "address",
    value: "203.0.113.7",
    ipAddress: "203.0.113.7",
    reason: "Spam.",
  }),
  "PATCH /api/discussion/admin/ban/:id": body(banChange, { isActive: false }),
  "GET /api/discussion/admin/my-address": { headers: ["cf-connecting-ip"] },
  "GET /api/discussion/automation/settings": nothing,
  "PATCH /api/discussion/automation/settings": body(settingChange, { enabled: "false" }),
  "GET /api/discussion/automation/activity": paged,
  "GET /api/discussion/automation/threads": paged,
  "POST /api/discussion/automation/create-thread": nothing,
  "POST /api/discussion/automation/add-comments": body(commentsRequest, {}),
  "GET /api/dev/mailbox": { query: ["to"] },
  "GET /dev/mailbox": { query: ["to"] },
  "GET /dev/mailbox/:id": nothing,
  "GET /dev/mailbox/:id/html": nothing,
  "POST /dev/mailbox/:id/reply": nothing,
  "GET /photos/:prefix{[0-9a-f]{32}}/:hash{[0-9a-f]{32}}": { query: ["w"], headers: ["if-none-match"] },
  "GET /tiles/current.json": { headers: ["if-none-match"] },
  "GET /tiles/:version/:z{[0-9]{1,2}}/:x{[0-9]{1,5}}/:file{[0-9]{1,5}\\.mvt}": {},
  "GET /previews/:prefix{[0-9a-f]{32}}/:file{[0-9a-f]{32}\\.jpg}": { headers: ["if-none-match"] },
  "GET /sitemap.xml": nothing,
  "GET /sitemaps/:name{[a-z]+(?:-[0-9]{1,6})?\\.xml}": nothing,
  "GET /health": nothing,
  "GET /robots.txt": { headers: ["if-none-match"] },
  "GET /llms.txt": nothing,
  "GET /": page,
  "GET /listing/:id": nothing,
  "GET /listing/:id/:slug": nothing,
  ...Object.fromEntries(Object.values(STATIC_PAGES).map((path) => [`GET ${path}`, nothing])),
  ...Object.fromEntries([undefined, ...CATEGORIES].map((type) => [`GET ${listingFeedPath(type?.path)}`, nothing])),
  "GET /admin": nothing,
  "GET /stats": nothing,
  "GET /manage/:token": nothing,
  "GET /confirm/:token": nothing,
  "GET /unsubscribe/:token": nothing,
  "GET /preferences/:token": nothing,
  "GET /privacy/:token": nothing,
  "GET /follow/:token": nothing,
  "GET /alerts/:token": nothing,
  "GET /govip": nothing,
  "GET /digest/:date": nothing,
  "GET /Toronto-Apartment-Discussions": { query: ["q", "sort", "page"] },
  "GET /Toronto-Apartment-Discussions/feed.xml": nothing,
  "GET /price-drops/feed.xml": nothing,
  "GET /Toronto-Apartment-Discussions/thread/:id": { query: ["page"] },
  "GET /Toronto-Apartment-Discussions/thread/:id/:slug": nothing,
  "GET /delete": nothing,
  "GET /delete/:token": nothing,
  "GET /assets/:name": nothing,
  "GET /*": nothing,
};

/** Repeated texts that were slowest to parse. */
export const WORST_UNITS = [
  "5/",
  "-0n",
  "1 1/2 - ",
  "1 and ",
  " ",
  "\n",
  " \r\n",
  "\t\u2028",
  "\u00A0",
  "\u0301\u0323",
  "x\u05B0\u0591",
  "\u200B ",
  "\u0430\u043E",
  "a@",
  "p(at)",
  "one ",
  "#unit ",
  '<a "',
  "http://a.",
  "before a viewing deposit ",
] as const;

/**
 * The fields of a body with the lengths to test: the stored maximum, the cleaned maximum where a schema has one, and
 * longer. Enumerations are only tested with the last.
 */
export function fieldsOf(schema: z.ZodMiniType, usual: number, largest: number): { name: string; lengths: number[] }[] {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(described.properties ?? {}).map(([name, field]) => {
    const text = JSON.stringify(field);
    const raw = /"maxLength":(\d+)/.exec(text)?.[1];
    if (raw !== undefined)
      return { name, lengths: [Math.ceil((Number(raw) - maxRawLength(0)) / 4), Number(raw), largest] };
    return { name, lengths: /"enum"|"boolean"/.test(text) ? [largest] : [usual, largest] };
  });
}
