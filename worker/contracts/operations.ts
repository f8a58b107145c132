import { getApiDocument } from "./api-reference.ts";
import { API_OPERATIONS } from "./open-api.ts";
import { operation, types } from "./operation.ts";
import { type Access, compareSpecificity, type Declared } from "./operation-rules.ts";
import { API_PAGE, API_PATH } from "./pages.ts";
import { appealRules } from "./appeals.schemas.ts";
import { listingRules } from "./listings.schemas.ts";
import { queueRules } from "./moderation-queue.schemas.ts";
import { ownerRules } from "./owners.schemas.ts";
import { questionRules } from "./questions.schemas.ts";
import { alertRules } from "./alerts.schemas.ts";
import { emailRules } from "./emails.schemas.ts";
import { commuteRules } from "./commute.schemas.ts";
import { digestRules } from "./digest.schemas.ts";
import { mailRules } from "./mails.schemas.ts";
import { placeRules } from "./places.schemas.ts";
import { banRules } from "./bans.schemas.ts";
import { forumModerationRules, forumRules, forumWritingRules } from "./forum.schemas.ts";
import { automationRules } from "./automation.schemas.ts";
import { reportRules } from "./reports.schemas.ts";
import { auditRules } from "./audit.schemas.ts";
import { decisionRules } from "./decisions.schemas.ts";
import { pushRules } from "./push.schemas.ts";
import { savedRules } from "./saved.schemas.ts";
import { adRules } from "./ads.schemas.ts";
import { claimRules } from "./claims.schemas.ts";
import { marketRules, marketPageRules } from "./market.schemas.ts";
import { pageRules } from "./page.schemas.ts";
import { peopleRules } from "./people.schemas.ts";
import { rentCheckRules } from "./rent-check.schemas.ts";
import { sessionRules } from "./sessions.schemas.ts";
import { statsRules } from "./stats.schemas.ts";
import { systemRules } from "./system.schemas.ts";
import { transparencyRules } from "./transparency.schemas.ts";
import { vipRules } from "./vip.schemas.ts";
import { visitorRules } from "./visitors.schemas.ts";
import { subscriberRules } from "./subscribers.schemas.ts";
import { CATEGORY_LISTS, searchRules } from "./search.schemas.ts";

/**
 * The API reference, its document, and the operations of the open API. The schemas of the open API are in open-api.ts.
 */
const OPEN = [
  API_PAGE,
  getApiDocument.path,
  ...Object.values(API_OPERATIONS).map(({ path }) => `${API_PATH}${path.replace("{id}", ":id")}` as const),
].map((path): Declared => ({
  operation: operation("GET", path as `/api/${string}`, types<{ answer: Response }>),
  rule: { access: "public" },
}));

/** All operations of the API in the order in which they are matched: fixed segments before parameters. */
export const OPERATIONS: readonly Declared[] = [
  ...OPEN,
  ...CATEGORY_LISTS,
  ...[
    savedRules,
    banRules,
    forumRules,
    forumWritingRules,
    forumModerationRules,
    automationRules,
    reportRules,
    auditRules,
    decisionRules,
    pushRules,
    placeRules,
    commuteRules,
    subscriberRules,
    alertRules,
    emailRules,
    digestRules,
    mailRules,
    searchRules,
    listingRules,
    ownerRules,
    questionRules,
    appealRules,
    queueRules,
    adRules,
    claimRules,
    marketRules,
    marketPageRules,
    pageRules,
    peopleRules,
    rentCheckRules,
    sessionRules,
    statsRules,
    systemRules,
    transparencyRules,
    vipRules,
    visitorRules,
  ].flatMap((rules) => Object.values<Declared>(rules)),
].toSorted(compareSpecificity);

/**
 * Operations by method and number of segments. This index is fast, because several steps of a request look up its
 * operation.
 */
const CANDIDATES = Map.groupBy(
  OPERATIONS.map((declared) => ({ declared, segments: declared.operation.path.split("/") })),
  ({ declared, segments }) => `${declared.operation.method} ${segments.length}`,
);

/** Returns the operation for a method and path; null if there is none. HEAD counts as GET. */
export function operationOf(method: string, path: string): Declared | null {
  const asked = method === "HEAD" ? "GET" : method;
  const given = path.split("/");
  const found = CANDIDATES.get(`${asked} ${given.length}`)?.find(({ segments }) =>
    segments.every((segment, index) => segment.startsWith(":") || segment === given[index]),
  );
  return found?.declared ?? null;
}

/** Paths of the admin panel. An undeclared operation there requires an operator, who gets a 404. */
const PANEL = ["/api/admin/", "/api/discussion/admin/", "/api/discussion/automation/"];

/**
 * Returns who may call an API operation; null if it is undeclared. Only this function decides which role is required.
 * The role is checked before anything else happens.
 */
export const accessOf = (method: string, path: string): Access | null =>
  operationOf(method, path)?.rule.access ?? (PANEL.some((prefix) => path.startsWith(prefix)) ? "operator" : null);
