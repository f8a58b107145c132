import * as z from "zod/mini";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { listingDraft, listingEdit, marketplaceListingDraft } from "../../worker/contracts/listings.schemas.ts";
import { API_OPERATIONS } from "../../worker/contracts/open-api.ts";
import type { Declared } from "../../worker/contracts/operation-rules.ts";
import { OPERATIONS } from "../../worker/contracts/operations.ts";
import { API_PATH, STATIC_PAGES } from "../../worker/contracts/pages.ts";
import { listingFeedPath } from "../../worker/contracts/page.ts";
import { rentCheckQuery } from "../../worker/contracts/rent-check.schemas.ts";
import { maxRawLength } from "../../worker/contracts/text.ts";

/** Text inputs of an operation: fields of its body, query parameters and headers. Its path is always included. */
interface TextFields {
  /** A valid body, in which the test replaces one field at a time. */
  body?: { schema: z.ZodMiniType; valid: Record<string, unknown> };
  query?: readonly string[];
  headers?: readonly string[];
}

const paged = ["limit", "offset"];
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
const nothing: TextFields = {};
/** A search with a value for each parameter that is a text. */
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

/** Valid bodies. Operations that are not listed are tried with a word in each field. */
const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  "POST /api/law-notes": { additionalInfo: "No pets please." },
  "POST /api/submit-property": unit,
  "POST /api/property-listings": unit,
  "POST /api/marketplace-listings/:id/interest": { kind: "view", sessionId },
  "POST /api/report-property": {
    propertyId: 1,
    reason: "SCAM",
    details: "It asks for a deposit.",
  },
  "POST /api/discussion/report": {
    threadId: 1,
    reason: "SPAM",
    details: "The same in each discussion.",
  },
  "PATCH /api/manage/:token": unit,
  "POST /api/manage/:token/answer": { text: "Yes, the whole home." },
  "POST /api/appeals/:token": { text: "The rent is for the whole home." },
  "PUT /api/admin/rent-guidelines/:year": {
    percent: 2.1,
    source: "Ontario.ca",
    isConfirmed: true,
  },
  "POST /api/admin/market/months/:month/correct": { reason: "Some were no homes." },
  "POST /api/admin/appeals/:id/decide": { outcome: "deny", text: "We looked again." },
  "POST /api/admin/listings/bulk": { ids: [999], action: "reject", reason: "Not a home." },
  "POST /api/admin/listings/:id/ask": { text: "Is the rent for the whole home?" },
  "POST /api/listing-links": email,
  "POST /api/mail-events/resend": { type: "x" },
  "POST /api/stripe/webhook": { type: "x" },
  "POST /api/stats/auth": { password: "a guess" },
  "POST /api/analytics/track": { sessionId, page: "/", userAgent: "x", referrer: "", city: "", country: "" },
  "POST /api/analytics/heartbeat": { sessionId },
  "POST /api/analytics/deactivate": { sessionId },
  "POST /api/analytics/searches": { sessionId, search: { q: "balcony" } },
  "PUT /api/advertisement-settings": {
    title: "Movers",
    link: "https://example.com/",
    enabled: true,
  },
  "POST /api/advertisement-clicks": { sessionId },
  "POST /api/marketplace-listings/search": searchedByPost,
  "POST /api/marketplace-listings/map": searchedByPost,
  "POST /api/places/find": { text: "Union Station" },
  "POST /api/commute": { places: [{ lat: 43.65, lng: -79.38 }], ids: [] },
  "POST /api/saved-homes/look-up": { ids: [1] },
  "POST /api/shortlists": { listingIds: [1], title: "Near the park" },
  "POST /api/shortlists/:token/report": { reason: "SPAM", details: "The title is an ad." },
  "POST /api/subscribe": { ...email, sessionId },
  "POST /api/subscribe/preferences": {
    ...email,
    signUpKey: "0".repeat(32),
    bedrooms: [],
    maxRent: null,
    areas: [],
  },
  "POST /api/verify-subscription": email,
  "PUT /api/preferences/:token": {
    bedrooms: [],
    maxRent: null,
    areas: [],
    frequency: "every",
  },
  "POST /api/discussion/threads": thread,
  "PUT /api/discussion/user/threads/:id": thread,
  "DELETE /api/discussion/user/threads/:id": { authorId: "nobody" },
  "POST /api/discussion/comments": comment,
  "PUT /api/discussion/user/comments/:id": { content: "Try the side streets." },
  "DELETE /api/discussion/user/comments/:id": { authorId: "nobody" },
  "PUT /api/discussion/threads/:id/vote": { value: 1 },
  "PUT /api/discussion/comments/:id/vote": { value: 1 },
  "POST /api/discussion/threads/:id/follow": email,
  "POST /api/push/subscriptions": {
    endpoint: "https://fcm.googleapis.com/fcm/send/x",
    keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    alerts: "1-x",
    follow: "1-x",
  },
  "DELETE /api/push/subscriptions": { endpoint: "https://fcm.googleapis.com/fcm/send/x" },
  "POST /api/saved-searches": { ...email, search: { filter: "1 BR" }, frequency: "daily" },
  "PATCH /api/alerts/:token/:id": { name: "Mine" },
  "POST /api/access/request-code": email,
  "POST /api/access/verify-code": { ...email, code: "123456" },
  "POST /api/privacy/request": email,
  "POST /api/admin/digest/test": email,
  "POST /api/admin/digest/pause": { paused: false },
  "POST /api/admin/login": { password: "a guess" },
  "POST /api/admin/reports/dismiss": { targetType: "listing", targetId: 999 },
  "POST /api/admin/login/passkey/verify": {
    response: { ...credential, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } },
  },
  "POST /api/admin/login/code": email,
  "POST /api/admin/login/code/verify": { request: "0".repeat(32), code: "12345678" },
  "POST /api/admin/invitation/:token": { name: "Ada" },
  "POST /api/admin/people": { name: "Ada", ...email, role: "operator" },
  "PATCH /api/admin/people/:id": { name: "Ada" },
  "POST /api/admin/people/invitations": { ...email, role: "reader" },
  "POST /api/admin/passkeys/verify": {
    name: "Key",
    response: { ...credential, response: { clientDataJSON: "e30", attestationObject: "AA" } },
  },
  "PUT /api/admin/market/benchmarks": {
    bedrooms: "Studio",
    asOf: "2026-09",
    rent: 1_700,
    kind: "asking",
    source: "A report",
    isEstimate: true,
    method: "By hand.",
  },
  "POST /api/admin/listings/approve": { ids: [999] },
  "POST /api/admin/listings/reject": { ids: [999], reason: "Not a home." },
  "PATCH /api/admin/listings/:id": unit,
  "POST /api/admin/listings/:id/reject": { reason: "Not a home." },
  "PATCH /api/admin/listings/:id/status": { approved: true },
  "PUT /api/admin/listings/:id/place": { latitude: 43.7, longitude: -79.4 },
  "PUT /api/discussion/threads/:id": { title: "Quiet streets" },
  "PUT /api/discussion/admin/thread/:id/sticky": { isSticky: false },
  "PUT /api/discussion/admin/thread/:id/lock": { isLocked: false },
  "POST /api/discussion/admin/ban": {
    kind: "address",
    value: "203.0.113.7",
    ipAddress: "203.0.113.7",
    reason: "Spam.",
  },
  "PATCH /api/discussion/admin/ban/:id": { isActive: false },
  "PATCH /api/discussion/automation/settings": { enabled: "false" },
};

/** Query parameters of operations that have no schema for them. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(CATEGORIES.map(({ api }) => [`GET ${api}`, ["with", "sort", "limit"]])),
  "GET /api/addresses": ["q"],
  "GET /api/rent-comparison": ["rent", "bedrooms", "homeType", "municipality"],
  "GET /api/marketplace-listings": search,
  "GET /api/marketplace-listings/map": search,
  "GET /api/admin/appeals": paged,
  "GET /api/analytics/stats": ["range", "compare"],
  "GET /api/analytics/goals": ["goal", "range"],
  "GET /api/analytics/searches": ["range"],
  "GET /api/v1/market": ["neighbourhood"],
  "GET /api/commute/area": ["lat", "lng", "minutes", "mode", "day", "from", "until"],
  "GET /api/discussion/threads": ["q", "sort", "limit", "offset"],
  "GET /api/discussion/threads/similar": ["title"],
  "GET /api/discussion/threads/votes": ["ids"],
  "GET /api/discussion/thread/:id/comments": ["after", "limit", "offset"],
  "GET /api/admin/subscribers": ["email"],
  "GET /api/admin/reports": paged,
  "GET /api/admin/reports/groups": paged,
  "GET /api/admin/audit": ["q", "actor", "action", "from", "until", "limit", "offset"],
  "GET /api/admin/audit/csv": ["q", "actor", "action", "from", "until"],
  "GET /api/admin/people": paged,
  "POST /api/admin/market/import": ["preview"],
  "GET /api/admin/listings": ["q", "status", "sort", "place", "limit", "offset"],
  "DELETE /api/admin/listings/:id": ["revision"],
  "GET /api/discussion/admin/bans": paged,
  "GET /api/discussion/automation/activity": paged,
  "GET /api/discussion/automation/threads": paged,
  "GET /api/dev/mailbox": ["to"],
};

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  "POST /api/marketplace-listings/:id/interest": ["user-agent"],
  "GET /api/stripe/subscriptions": ["x-stats-session", "x-session-id", "cookie"],
  "POST /api/mail-events/resend": ["svix-id", "svix-timestamp", "svix-signature"],
  "POST /api/stripe/webhook": ["stripe-signature"],
  "POST /api/stats/logout": ["x-stats-session"],
  "POST /api/analytics/track": ["user-agent", "content-type"],
  "GET /api/openapi.json": ["if-none-match"],
  "GET /api/v1/listings": ["if-none-match"],
  "GET /api/v1/listings/:id": ["if-none-match"],
  "GET /api/v1/market": ["if-none-match"],
  "GET /api/v1/neighbourhoods": ["if-none-match"],
  "GET /api/v1/stations": ["if-none-match"],
  "GET /api/v1/rent-check": ["if-none-match"],
  "POST /api/subscribe": ["x-sign-up-key"],
  "POST /api/unsubscribe/:token": ["content-type"],
  "GET /api/discussion/threads/votes": ["cookie"],
  "GET /api/discussion/thread/:id/votes": ["cookie"],
  "GET /api/access/session": ["cookie"],
  "GET /api/admin/session": ["cookie"],
  "GET /api/discussion/admin/my-address": ["cf-connecting-ip"],
};

/** Forms with photos, which are parsed while they stream. */
const FORMS: Readonly<Record<string, z.ZodMiniType>> = {
  "POST /api/submit-property": listingDraft,
  "POST /api/property-listings": marketplaceListingDraft,
  "PATCH /api/manage/:token": listingEdit,
  "PATCH /api/admin/listings/:id": listingEdit,
};

/** JSON that is parsed only after its signature is verified. */
const SIGNED = z.object({ type: z.string() });

/** Returns the fields of an object's schema. */
const shapeOf = (schema: z.core.$ZodType) => ("shape" in schema ? Object.keys(schema.shape as object) : []);

function bodyOf(name: string, { rule: { body } }: Declared): Pick<TextFields, "body"> {
  if (body === undefined || body.kind === "csv") return {};
  const schema = "schema" in body ? body.schema : (FORMS[name] ?? SIGNED);
  const words = Object.fromEntries(shapeOf(schema).map((field) => [field, "x"]));
  return { body: { schema: schema as z.ZodMiniType, valid: BODIES[name] ?? words } };
}

const OF_OPERATIONS = OPERATIONS.map((declared): [name: string, fields: TextFields] => {
  const { method, path } = declared.operation;
  const name = `${method} ${path}`;
  const { query } = declared.rule;
  return [
    name,
    {
      ...bodyOf(name, declared),
      query: PARAMETERS[name] ?? (query ? shapeOf(query) : []),
      headers: HEADERS[name] ?? [],
    },
  ];
});

const OF_OPEN_API = Object.values(API_OPERATIONS).map(({ path, query }): [name: string, fields: TextFields] => [
  `GET ${API_PATH}${path.replace("{id}", ":id")}`,
  { query: shapeOf(query), headers: ["if-none-match"] },
]);

const body = (schema: z.ZodMiniType, valid: Record<string, unknown>): TextFields => ({ body: { schema, valid } });

/** Pages and files with their text inputs. If one is missing here, test/worker/security/text-fields.test.ts fails. */
const PAGES: Readonly<Record<string, TextFields>> = {
  ...Object.fromEntries(CATEGORIES.map(({ path }) => [`GET ${path}`, { query: ["with", "sort", "page"] }])),
  "GET /appeals/:token": nothing,
  "GET /rent-check": { query: Object.keys(rentCheckQuery.shape) },
  "POST /rent-check": nothing,
  "GET /market": nothing,
  "GET /market/:area": nothing,
  "GET /market/:area{[a-z0-9-]+\\.csv}": { headers: ["if-none-match"] },
  "GET /market.csv": { headers: ["if-none-match"] },
  "GET /transparency": nothing,
  "POST /mcp": {
    ...body(z.object({ method: z.string() }), { jsonrpc: "2.0", id: 1, method: "ping" }),
    headers: ["mcp-protocol-version"],
  },
  "POST /mcp/": nothing,
  "GET /.well-known/api-catalog": { headers: ["if-none-match"] },
  "GET /transparency.csv": { headers: ["if-none-match"] },
  "GET /saved": nothing,
  "GET /shortlist/:token": nothing,
  "POST /unsubscribe/:token": nothing,
  "POST /follow/:token": nothing,
  "POST /alerts/:token": nothing,
  "GET /admin/login/:token": nothing,
  "GET /never/:token": nothing,
  "GET /admin/invitation/:token": nothing,
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

/** All operations, pages and files with their text inputs. */
export const TEXT_FIELDS: Readonly<Record<string, TextFields>> = {
  ...Object.fromEntries([...OF_OPERATIONS, ...OF_OPEN_API]),
  ...PAGES,
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
 * Returns the fields of a request body with the lengths to test: the stored maximum, the maximum after cleaning if the
 * schema has one, and a longer length. Enumerations are only tested with the longer length.
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
