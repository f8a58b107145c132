import { DONE } from "../../contracts/operation.ts";
import { REPORT_TARGETS } from "../../contracts/reports.ts";
import { reportRules } from "../../contracts/reports.schemas.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf, pageRows } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import {
  dismissReport,
  dismissReports,
  readReportGroups,
  readReports,
  reportListing,
  reportPost,
  reportShortlist,
} from "./reports.service.ts";

/**
 * Parses the target filter of the list; `targetType` and `targetId` must be given together.
 * @throws AppError `request.unknown_filter`
 */
function readTarget({ targetType, targetId }: Record<string, string | undefined>) {
  if (targetType === undefined && targetId === undefined) return undefined;
  const type = REPORT_TARGETS.find((known) => known === targetType);
  const id = readId(targetId ?? "");
  if (!type || id === null) throw new AppError("request.unknown_filter");
  return { type, id };
}

export const reportRoutes = implement(reportRules, {
  async reportListing(c, { body: { propertyId, ...words } }) {
    await reportListing(c.var.deps, propertyId, words, c.var.client);
    return DONE;
  },
  async reportPost(c, { body: { reason, details, ...post } }) {
    await reportPost(c.var.deps, post, { reason, details }, c.var.client);
    return DONE;
  },
  async reportShortlist(c, { token, body }) {
    await reportShortlist(c.var.deps, token, body, c.var.client);
    return DONE;
  },
  async listReports(c) {
    const query = c.req.query();
    return pageRows(c, await readReports(c.var.deps, readPaging(query), readTarget(query)));
  },
  listReportGroups: async (c) => pageRows(c, await readReportGroups(c.var.deps, readPaging(c.req.query()))),
  dismissReports: (c, { body }) => dismissReports(c.var.deps, body, moderatorOf(c)),
  dismissReport: async (c, { id }) => ({ ...DONE, ...(await dismissReport(c.var.deps, id, moderatorOf(c))) }),
});
