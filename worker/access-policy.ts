import type { Access } from "./contracts/operation-rules.ts";
import { OPERATIONS, operationOf } from "./contracts/operations.ts";
import { CATEGORIES } from "./contracts/bedrooms.ts";
import { ROLES } from "./contracts/people.ts";

/** Operations of the panel that nobody listed need an operator. A list above names each that exists. */
const UNLISTED = ["* /api/admin/*", "* /api/discussion/admin/*", "* /api/discussion/automation/*"] as const;

/** Not declared yet. `METHOD path`; `:name` matches one segment, a final `/*` any rest. */
const LEGACY: Record<Access, readonly string[]> = {
  public: [
    "GET /api/site",
    "GET /api/claims",
    "GET /api/marketplace-listings",
    "GET /api/marketplace-listings/count",
    "GET /api/marketplace-listings/map",
    "GET /api/marketplace-listings/places",
    "POST /api/marketplace-listings/map",
    "POST /api/marketplace-listings/search",
    "GET /api/marketplace-listings/:id",
    "GET /api/marketplace-listings/:id/facts",
    "GET /api/marketplace-listings/:id/similar",
    "POST /api/marketplace-listings/:id/interest",
    "POST /api/places/find",
    ...CATEGORIES.map(({ api }) => `GET ${api}`),
    "POST /api/shortlists/:token/report",
    // While the landlord's form is filled in.
    "GET /api/addresses",
    "GET /api/rent-comparison",
    "POST /api/law-notes",
    "POST /api/commute",
    "GET /api/commute/area",
    "POST /api/submit-property",
    "POST /api/property-listings",
    "POST /api/report-property",
    "POST /api/discussion/report",
    // The forum, where the identity cookie authorises changes to one's own posts.
    "POST /api/discussion/user",
    "GET /api/discussion/threads",
    "POST /api/discussion/threads",
    "GET /api/discussion/threads/similar",
    "GET /api/discussion/threads/votes",
    "PUT /api/discussion/threads/:id/vote",
    "GET /api/discussion/thread/:id",
    "GET /api/discussion/thread/:id/comments",
    "GET /api/discussion/thread/:id/votes",
    "GET /api/discussion/thread/:id/:slug",
    "POST /api/discussion/threads/:id/follow",
    "POST /api/discussion/comments",
    "PUT /api/discussion/comments/:id/vote",
    "PUT /api/discussion/user/threads/:id",
    "DELETE /api/discussion/user/threads/:id",
    "PUT /api/discussion/user/comments/:id",
    "DELETE /api/discussion/user/comments/:id",
    // Authorised by the mailed token in the path.
    "GET /api/manage/:token",
    "PATCH /api/manage/:token",
    "POST /api/manage/:token/renew",
    "POST /api/manage/:token/rented",
    "DELETE /api/manage/:token",
    "GET /api/delete/:token",
    "DELETE /api/delete/:token",
    "POST /api/manage/:token/answer",
    "GET /api/appeals/:token",
    "POST /api/appeals/:token",
    "GET /api/transparency",
    "GET /api/rent-check",
    "GET /api/market",
    "GET /api/market/:area",
    "POST /api/listing-links",
    "GET /api/confirm/:token",
    "POST /api/confirm/:token",
    "GET /api/unsubscribe/:token",
    "POST /api/unsubscribe/:token",
    "GET /api/preferences/:token",
    "PUT /api/preferences/:token",
    "GET /api/follow/:token",
    "POST /api/follow/:token",
    "POST /api/follow/:token/stop",
    "GET /api/push/key",
    "POST /api/push/subscriptions",
    "DELETE /api/push/subscriptions",
    "POST /api/saved-searches",
    "GET /api/alerts/:token",
    "GET /api/alerts/:token/:id/found",
    "POST /api/alerts/:token/confirm",
    "POST /api/alerts/:token/stop",
    "PATCH /api/alerts/:token/:id",
    "DELETE /api/alerts/:token/:id",
    "GET /api/never/:token",
    "POST /api/never/:token",
    "DELETE /api/never/:token",
    "GET /api/privacy/:token",
    "DELETE /api/privacy/:token",
    "POST /api/privacy/request",
    "POST /api/subscribe",
    "POST /api/subscribe/preferences",
    "POST /api/verify-subscription",
    "POST /api/access/request-code",
    "POST /api/access/verify-code",
    "GET /api/access/session",
    "GET /api/digest/:date",
    "POST /api/admin/login",
    "POST /api/admin/login/link",
    "POST /api/admin/login/link/:token",
    "POST /api/admin/login/passkey/options",
    "POST /api/admin/login/passkey/verify",
    "POST /api/admin/login/code",
    "POST /api/admin/login/code/verify",
    // Authorised by the mailed token in the path.
    "GET /api/admin/invitation/:token",
    "POST /api/admin/invitation/:token",
    "POST /api/admin/logout",
    "GET /api/admin/session",
    "POST /api/stats/auth",
    "POST /api/stats/logout",
    "GET /api/vip",
    "GET /api/geo",
    "GET /api/advertisement-settings",
    "POST /api/advertisement-clicks",
    "POST /api/analytics/track",
    "POST /api/analytics/heartbeat",
    "POST /api/analytics/deactivate",
    "POST /api/analytics/searches",
    // Authorised by Stripe's signature of the body.
    "POST /api/stripe/webhook",
    // Authorised by the mail provider's signature of the body.
    "POST /api/mail-events/resend",
    // Development only; the routes themselves answer 404 in production.
    "GET /api/dev/mailbox",
  ],
  /** Whoever works here reads, and keeps their own passkeys and sessions. */
  reader: [
    "GET /api/admin/listings",
    "GET /api/admin/listings/:id",
    "GET /api/admin/listings/:id/facts",
    "GET /api/admin/listings/:id/context",
    "GET /api/admin/listings/:id/thread",
    "GET /api/admin/appeals",
    "POST /api/admin/listings/:id/presence",
    "DELETE /api/admin/listings/:id/presence",
    "GET /api/admin/reports",
    "GET /api/admin/reports/groups",
    "GET /api/admin/places",
    "GET /api/admin/market",
    "GET /api/admin/rent-guidelines",
    "GET /api/admin/digest",
    "GET /api/admin/digest/preview",
    "GET /api/admin/audit",
    "GET /api/admin/audit/csv",
    "GET /api/admin/audit/people",
    "GET /api/admin/system",
    "GET /api/admin/people",
    "GET /api/admin/passkeys",
    "POST /api/admin/passkeys/options",
    "POST /api/admin/passkeys/verify",
    "DELETE /api/admin/passkeys/:id",
    "GET /api/admin/sessions",
    "GET /api/admin/sessions/:id",
    "DELETE /api/admin/sessions/:id",
    "GET /api/discussion/admin/stats",
    "GET /api/discussion/admin/author/:id",
    "GET /api/discussion/admin/bans",
    "GET /api/discussion/admin/my-address",
    "GET /api/discussion/automation/settings",
    "GET /api/discussion/automation/activity",
    "GET /api/discussion/automation/threads",
  ],
  /** Decides on listings, reports and discussions. */
  moderator: [
    "POST /api/admin/listings/approve",
    "POST /api/admin/listings/reject",
    "POST /api/admin/listings/bulk",
    "POST /api/admin/listings/:id/ask",
    "POST /api/admin/appeals/:id/decide",
    "PATCH /api/admin/listings/:id",
    "DELETE /api/admin/listings/:id",
    "POST /api/admin/listings/:id/restore",
    "POST /api/admin/listings/:id/confirm",
    "POST /api/admin/listings/:id/reject",
    "PATCH /api/admin/listings/:id/status",
    "PUT /api/admin/listings/:id/place",
    "DELETE /api/admin/listings/:id/place",
    "POST /api/admin/reports/dismiss",
    "DELETE /api/admin/reports/:id",
    "POST /api/admin/decisions/:id/undo",
    // Looks one person up by their address.
    "GET /api/admin/subscribers",
    "PUT /api/discussion/threads/:id",
    "PUT /api/discussion/admin/thread/:id/sticky",
    "PUT /api/discussion/admin/thread/:id/lock",
    "DELETE /api/discussion/admin/thread/:id",
    "POST /api/discussion/admin/thread/:id/restore",
    "DELETE /api/discussion/admin/comment/:id",
    "POST /api/discussion/admin/comment/:id/restore",
    "DELETE /api/discussion/admin/author/:id/posts",
    "POST /api/discussion/admin/ban",
    "PATCH /api/discussion/admin/ban/:id",
    "POST /api/discussion/automation/create-thread",
    "POST /api/discussion/automation/add-comments",
  ],
  /** Manages people, the system, mailings, figures and imports, and is asked for whatever no list names. */
  operator: [
    // Opens the dashboard for a named operator.
    "POST /api/stats/auth/person",
    "POST /api/admin/people",
    "PATCH /api/admin/people/:id",
    "DELETE /api/admin/people/:id",
    "GET /api/admin/people/invitations",
    "POST /api/admin/people/invitations",
    "DELETE /api/admin/people/invitations/:id",
    "PATCH /api/discussion/automation/settings",
    "POST /api/admin/digest/test",
    "POST /api/admin/digest/pause",
    "POST /api/admin/digest/editions/:date/resume",
    "PUT /api/admin/market/benchmarks",
    "POST /api/admin/market/import",
    "POST /api/admin/market/benchmarks/:id/check",
    "DELETE /api/admin/market/benchmarks/:id",
    "POST /api/admin/market/months/:month/correct",
    "PUT /api/admin/rent-guidelines/:year",
    "DELETE /api/admin/rent-guidelines/:year",
    "POST /api/admin/places/rerun",
    "POST /api/admin/system/dead/:id/retry",
    "DELETE /api/admin/system/dead/:id",
    "POST /api/admin/system/empty-cache",
    "POST /api/admin/system/probe",
    ...UNLISTED,
  ],
  /** The operator's dashboard. */
  stats: [
    "GET /api/mailchimp/audience",
    "GET /api/stripe/subscriptions",
    "GET /api/analytics/stats",
    "GET /api/analytics/goals",
    "GET /api/analytics/searches",
    "GET /api/analytics/site",
    "GET /api/analytics/advertisement",
    "GET /api/advertisement-stats",
    "PUT /api/advertisement-settings",
  ],
};

/** `METHOD path` of each operation, by who may call it. */
export const ACCESS_POLICY = Object.fromEntries(
  (["public", "stats", ...ROLES] as const).map((access) => [
    access,
    [
      ...new Set([
        ...LEGACY[access],
        ...OPERATIONS.filter(({ rule }) => rule.access === access).map(
          ({ operation: { method, path } }) => `${method} ${path}`,
        ),
      ]),
    ],
  ]),
) as Record<Access, string[]>;

interface Pattern {
  access: Access;
  method: string;
  segments: readonly string[];
  isOpenEnded: boolean;
}

/** Patterns in matching order: public first, and the open-ended ones of the operator last. */
const PATTERNS: readonly Pattern[] = (["public", "stats", ...ROLES] as const).flatMap((access) =>
  LEGACY[access].map((pattern) => {
    const [method = "", path = ""] = pattern.split(" ");
    const segments = path.split("/");
    const isOpenEnded = segments.at(-1) === "*";
    return { access, method, segments: isOpenEnded ? segments.slice(0, -1) : segments, isOpenEnded };
  }),
);

function matches({ method, segments, isOpenEnded }: Pattern, asked: string, given: readonly string[]): boolean {
  if (method !== "*" && method !== asked) return false;
  if (isOpenEnded ? given.length <= segments.length : given.length !== segments.length) return false;
  return segments.every((segment, index) => segment.startsWith(":") || segment === given[index]);
}

/**
 * Who may call an API operation; null when no list contains it. This is the one place that decides on roles: the least
 * one is asked for before anything else happens.
 */
export function accessOf(method: string, path: string): Access | null {
  const declared = operationOf(method, path);
  if (declared) return declared.rule.access;
  const asked = method === "HEAD" ? "GET" : method;
  const given = path.split("/");
  return PATTERNS.find((pattern) => matches(pattern, asked, given))?.access ?? null;
}
