import { APPEALED_MESSAGE } from "../../../contracts/appeals.ts";
import { appealRules } from "../../../contracts/appeals.schemas.ts";
import { doneWithMessage } from "../../../contracts/operation.ts";
import { moderatorOf } from "../../../platform/http.ts";
import { implement } from "../../../platform/implement.ts";
import { readPaging } from "../../../platform/paging.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import { appealRejection, decideAppeal, readAppealForm, readAppeals } from "../decisions/appeals.service.ts";

export const appealRoutes = implement(appealRules, {
  getAppeal: (c, { token }) => readAppealForm(c.var.deps, token),
  async sendAppeal(c, { token, body: { text } }) {
    const form = await appealRejection(c.var.deps, token, text);
    return { ...doneWithMessage(APPEALED_MESSAGE), ...form };
  },
  listAppeals: (c) => readAppeals(c.var.deps, readPaging(c.req.query()), moderatorOf(c)),
  async decideAppeal(c, { id, body }) {
    const { deps } = c.var;
    const { listing, decisionId } = await decideAppeal(deps, id, body, moderatorOf(c));
    return { ...(await toAdminListing(deps, listing)), decisionId };
  },
});
