import type { ListingDecision } from "../../../contracts/decisions.ts";
import { answer, question } from "../../../contracts/questions.schemas.ts";
import type { ListingThread } from "../../../contracts/questions.ts";
import { body } from "../../../platform/body.ts";
import { moderatorOf, router } from "../../../platform/http.ts";
import { readId } from "../../../platform/paging.ts";
import { limited } from "../../../platform/rate-limits.ts";
import { toAdminListing } from "../core/listings.mappers.ts";
import { withDifference } from "../moderation/old-state.service.ts";
import { listingForModerator } from "../moderation/queue.service.ts";
import { listingOfToken, toOwnerListing } from "../owner/owner.service.ts";
import { answerQuestion, askLandlord, readThread } from "./questions.service.ts";

/** Moderators' questions to landlords, under /api/admin/listings. */
export const questionAdminRoutes = router()
  .get("/:id/thread", async (c) => {
    const { id } = await listingForModerator(c.var.deps, readId(c.req.param("id")));
    return c.json({ messages: await readThread(c.var.deps, id) } satisfies ListingThread);
  })
  .post("/:id/ask", body(question), async (c) => {
    const { deps } = c.var;
    const { text, revision } = c.req.valid("json");
    const asked = { id: readId(c.req.param("id")), revision };
    const { listing, decisionId } = await withDifference(deps, asked, () =>
      askLandlord(deps, asked, text, moderatorOf(c)),
    );
    return c.json({ ...(await toAdminListing(deps, listing)), decisionId } satisfies ListingDecision);
  });

/** The landlord's answer, behind the manage link: 200 the listing as its landlord sees it. */
export const answerRoutes = router().post(
  "/manage/:token/answer",
  limited("writes", "answers"),
  body(answer),
  async (c) => {
    const { deps } = c.var;
    const listing = await listingOfToken(deps, "manage", c.req.param("token"));
    await answerQuestion(deps, listing, { text: c.req.valid("json").text, via: "page", mailKey: null });
    return c.json(await toOwnerListing(deps, listing));
  },
);
