import { CATEGORIES } from "./contracts/bedrooms.ts";

/** Who an API operation is for. What no list names does not exist: a new route answers 404 until it is put here. */
export type Door = "public" | "admin";

/** `METHOD path`; `:name` is one segment, a closing `/*` any rest. */
export const DOORS: Record<Door, readonly string[]> = {
  public: [
    "GET /api/site",
    "GET /api/marketplace-listings",
    "GET /api/marketplace-listings/count",
    "GET /api/marketplace-listings/:id",
    ...CATEGORIES.map(({ api }) => `GET ${api}`),
    "POST /api/submit-property",
    "POST /api/property-listings",
    "POST /api/report-property",
    // A mailed token in the path is the key to these.
    "GET /api/manage/:token",
    "PATCH /api/manage/:token",
    "POST /api/manage/:token/renew",
    "POST /api/manage/:token/rented",
    "DELETE /api/manage/:token",
    "DELETE /api/delete/:token",
    "POST /api/listing-links",
    "POST /api/admin/login",
    "POST /api/admin/logout",
    "GET /api/admin/session",
    // These exist in development only; the routes themselves answer 404 in production.
    "GET /api/dev/mailbox",
  ],
  admin: [
    "* /api/admin/*",
    "* /api/discussion/admin/*",
    "* /api/discussion/automation/*",
    "PUT /api/discussion/threads/:id",
  ],
};

function matches(pattern: string, method: string, path: string): boolean {
  const [wantedMethod = "", wantedPath = ""] = pattern.split(" ");
  if (wantedMethod !== "*" && wantedMethod !== method) return false;
  const wanted = wantedPath.split("/");
  const given = path.split("/");
  const isOpenEnded = wanted.at(-1) === "*";
  if (isOpenEnded ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every(
    (segment, index) =>
      (isOpenEnded && index === wanted.length - 1) || segment.startsWith(":") || segment === given[index],
  );
}

/** The door an API operation is behind, or null when there is none. Public operations are named one by one. */
export function doorOf(method: string, path: string): Door | null {
  const asked = method === "HEAD" ? "GET" : method;
  if (DOORS.public.some((pattern) => matches(pattern, asked, path))) return "public";
  return DOORS.admin.some((pattern) => matches(pattern, asked, path)) ? "admin" : null;
}
