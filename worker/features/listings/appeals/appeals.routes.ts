import { APPEALED_MESSAGE, type AppealDecided } from "../../../contracts/appeals.ts";
import { appealDecision, appealInput } from "../../../contracts/appeals.schemas.ts";
import { body } from "../../../platform/body.ts";
import { moderatorOf, router } from "../../../platform/http.ts";
import { readId, readPaging } from "../../../platform/paging.ts";
import { limited } from "../../../platform/rate-limits.ts";
import { toAdminListing } from "../core/listings.mappers.ts";
import { appealRejection, decideAppeal, readAppealForm, readAppeals } from "./appeals.service.ts";

/** Appeals against rejections, behind the link in the rejection mail. Reads have no side effects. */
export const appealRoutes = router()
  .get("/:token", async (c) => c.json(await readAppealForm(c.var.deps, c.req.param("token"))))
  .post("/:token", limited("writes", "answers"), body(appealInput), async (c) => {
    const form = await appealRejection(c.var.deps, c.req.param("token"), c.req.valid("json").text);
    return c.json({ success: true, message: APPEALED_MESSAGE, ...form });
  });

/** Open appeals and their decision, for moderators at /api/admin/appeals. */
export const appealAdminRoutes = router()
  .get("/", async (c) => c.json(await readAppeals(c.var.deps, readPaging(c.req.query()), moderatorOf(c))))
  .post("/:id/decide", body(appealDecision), async (c) => {
    const { deps } = c.var;
    const id = readId(c.req.param("id"));
    const { listing, decisionId } = await decideAppeal(deps, id, c.req.valid("json"), moderatorOf(c));
    return c.json({ ...(await toAdminListing(deps, listing)), decisionId } satisfies AppealDecided);
  });
