import { CATEGORIES } from "./contracts/bedrooms.ts";

/** Who may call an API operation. Routes missing from every list answer 404. */
export type Access = "public" | "admin" | "stats";

/** `METHOD path`; `:name` matches one segment, a final `/*` any rest. */
export const ACCESS_POLICY: Record<Access, readonly string[]> = {
  public: [
    "GET /api/site",
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
    // While the landlord's form is filled in.
    "GET /api/addresses",
    "GET /api/rent-comparison",
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
    // Authorised by Stripe's signature of the body.
    "POST /api/stripe/webhook",
    // Authorised by the mail provider's signature of the body.
    "POST /api/mail-events/resend",
    // Development only; the routes themselves answer 404 in production.
    "GET /api/dev/mailbox",
  ],
  admin: [
    "* /api/admin/*",
    "* /api/discussion/admin/*",
    "* /api/discussion/automation/*",
    "PUT /api/discussion/threads/:id",
  ],
  /** The operator's dashboard. */
  stats: [
    "GET /api/mailchimp/audience",
    "GET /api/stripe/subscriptions",
    "GET /api/analytics/stats",
    "GET /api/analytics/advertisement",
    "GET /api/advertisement-stats",
    "PUT /api/advertisement-settings",
  ],
};

interface Pattern {
  access: Access;
  method: string;
  segments: readonly string[];
  isOpenEnded: boolean;
}

/** Patterns in matching order, public first. */
const PATTERNS: readonly Pattern[] = (["public", "stats", "admin"] as const).flatMap((access) =>
  ACCESS_POLICY[access].map((pattern) => {
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

/** Who may call an API operation; null when no list contains it. */
export function accessOf(method: string, path: string): Access | null {
  const asked = method === "HEAD" ? "GET" : method;
  const given = path.split("/");
  return PATTERNS.find((pattern) => matches(pattern, asked, given))?.access ?? null;
}
