import { type BulkDecision } from "../../../contracts/decisions.ts";
import { bulkDecision } from "../../../contracts/decisions.schemas.ts";
import { body } from "../../../platform/body.ts";
import { moderatorOf, router } from "../../../platform/http.ts";
import { toAdminListing } from "../core/listings.mappers.ts";
import { decideOnAll, type DismissReports } from "./bulk.service.ts";

/**
 * POST /api/admin/listings/bulk { ids, action, reason? } → 200 what was decided and what was refused.
 * @param dismiss dismisses the reports of listings, because reports know listings and not the reverse
 */
export const bulkDecisionRoutes = (dismiss: DismissReports) =>
  router().post("/bulk", body(bulkDecision), async (c) => {
    const { deps } = c.var;
    const { decided, ...answer } = await decideOnAll(deps, c.req.valid("json"), moderatorOf(c), dismiss);
    const listings = await Promise.all(decided.map((listing) => toAdminListing(deps, listing)));
    return c.json({ ...answer, decided: listings } satisfies BulkDecision);
  });
