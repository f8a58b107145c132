import type { Context } from "hono";
import { listingEdit, listingRules } from "../../../contracts/listings.schemas.ts";
import { doneWithMessage } from "../../../contracts/operation.ts";
import { LINKS_SENT_MESSAGE, NEW_LINK_MESSAGE } from "../../../contracts/owners.ts";
import { ownerRules } from "../../../contracts/owners.schemas.ts";
import type { AppEnv } from "../../../platform/http.ts";
import { implement } from "../../../platform/implement.ts";
import { recordProof } from "../../../platform/mail-slots.ts";
import { editListing, hasNewEmail } from "../submission/listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "../listing/listings.input.ts";
import type { EditableListing } from "../listing/listings.policy.ts";
import { countRequest } from "../submission/owner-limits.ts";
import {
  listingOfToken,
  markRented,
  removeByOwner,
  renewListing,
  sendLinksAgain,
  toOwnerListing,
} from "./owner.service.ts";

const owner = (c: Context<AppEnv>) => ({ ipAddress: c.var.client.address, networks: c.var.client.networks });
const managedListing = (c: Context<AppEnv>, token: string) => listingOfToken(c.var.deps, "manage", token);

/**
 * Runs a change by a person with the manage link. Using that link proves the email address to which it was sent, unless
 * the listing now has another address. The delete link is also emailed to strangers, so using it proves nothing.
 */
async function withProof<Result>(
  c: Context<AppEnv>,
  token: string,
  change: (listing: EditableListing) => Promise<Result>,
): Promise<Result> {
  const listing = await managedListing(c, token);
  const result = await change(listing);
  if (await c.var.deps.tokens.wasMailedTo(token, "manage", listing.id, listing.email))
    recordProof(c.var.deps, listing.email);
  return result;
}

export const ownerRoutes = implement(ownerRules, {
  getOwnListing: async (c, { token }) => toOwnerListing(c.var.deps, await managedListing(c, token)),
  async editOwnListing(c, { token }) {
    const before = await managedListing(c, token);
    await countRequest(c.var.deps, before, c.var.client);
    return withListingInput(c, listingEdit, LANDLORD_FORM, async ({ values, photos }) => {
      const by = { actor: "owner" as const, ...owner(c) };
      const edited = await withProof(
        c,
        token,
        async (listing) => (await editListing(c.var.deps, listing, values, photos, by)).listing,
      );
      const message = hasNewEmail(before, edited) ? NEW_LINK_MESSAGE : null;
      return { ...(await toOwnerListing(c.var.deps, edited)), message };
    });
  },
  async renewOwnListing(c, { token }) {
    const renewed = await withProof(c, token, (listing) => renewListing(c.var.deps, listing, owner(c)));
    return toOwnerListing(c.var.deps, renewed);
  },
  async markRented(c, { token }) {
    const rented = await withProof(c, token, (listing) => markRented(c.var.deps, listing, owner(c)));
    return toOwnerListing(c.var.deps, rented);
  },
  removeOwnListing: (c, { token }) => withProof(c, token, (listing) => removeByOwner(c.var.deps, listing, owner(c))),
  async getRemoval(c, { token }) {
    const { address } = await listingOfToken(c.var.deps, "delete", token);
    return { address };
  },
  removeByLink: async (c, { token }) =>
    removeByOwner(c.var.deps, await listingOfToken(c.var.deps, "delete", token), owner(c)),
});

/** Routes for the form 'Lost your link?'. */
export const lostLinkRoutes = implement(listingRules, {
  async sendListingLinks(c, { body: { email } }) {
    await sendLinksAgain(c.var.deps, email);
    return doneWithMessage(LINKS_SENT_MESSAGE);
  },
});
