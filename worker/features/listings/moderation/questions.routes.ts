import { ownerRules } from "../../../contracts/owners.schemas.ts";
import { questionRules } from "../../../contracts/questions.schemas.ts";
import { moderatorOf } from "../../../platform/http.ts";
import { implement } from "../../../platform/implement.ts";
import { toAdminListing } from "../views/listings.mappers.ts";
import { decideOnOne } from "./decide.service.ts";
import { listingForModerator } from "../decisions/queue.service.ts";
import { listingOfToken, toOwnerListing } from "../owner/owner.service.ts";
import { answerQuestion, readThread } from "../decisions/questions.service.ts";

/** Routes for moderators' questions to landlords. */
export const questionRoutes = implement(questionRules, {
  async getListingThread(c, { id: given }) {
    const { id } = await listingForModerator(c.var.deps, given);
    return { messages: await readThread(c.var.deps, id) };
  },
  async askLandlord(c, { id, body: { text, revision } }) {
    const { deps } = c.var;
    const choice = { action: "ask" as const, text };
    const { listing, decisionId } = await decideOnOne(deps, { id, revision }, choice, moderatorOf(c));
    return { ...(await toAdminListing(deps, listing)), decisionId };
  },
});

/** Routes for landlords' answers, used by people with the manage link. */
export const answerRoutes = implement(ownerRules, {
  async answerQuestion(c, { token, body: { text } }) {
    const { deps } = c.var;
    const listing = await listingOfToken(deps, "manage", token);
    await answerQuestion(deps, listing, { text, via: "page", mailKey: null });
    return toOwnerListing(deps, listing);
  },
});
