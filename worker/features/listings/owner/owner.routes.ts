import type { Context } from "hono";
import { listingEdit, lostLinksRequest } from "../../../contracts/listings.schemas.ts";
import {
  type ListingRemoved,
  LINKS_SENT_MESSAGE,
  NEW_LINK_MESSAGE,
  type OwnerEdited,
} from "../../../contracts/owners.ts";
import { body } from "../../../platform/body.ts";
import { router, type AppEnv } from "../../../platform/http.ts";
import { recordProof } from "../../../platform/mail-slots.ts";
import { limited } from "../../../platform/rate-limits.ts";
import { editListing, hasNewEmail } from "../core/listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "../core/listings.input.ts";
import type { EditableListing } from "../core/listings.policy.ts";
import type { Listing } from "../core/listings.table.ts";
import { countRequest } from "./owner-limits.ts";
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
const answer = async (c: Context<AppEnv>, listing: Listing) => c.json(await toOwnerListing(c.var.deps, listing));

/**
 * Runs a change behind a manage link. Its use proves the address that the link was mailed to, unless that has changed
 * since. The delete link also goes to strangers and proves nothing.
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

/**
 * Landlords' operations behind mailed links; the token in the path is the only credential. Reads have no side effects,
 * because mail scanners open links.
 */
export const ownerRoutes = router()
  .get("/manage/:token", async (c) => answer(c, await managedListing(c, c.req.param("token"))))
  .patch("/manage/:token", limited("uploads"), async (c) => {
    const token = c.req.param("token");
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
      return c.json({ ...(await toOwnerListing(c.var.deps, edited)), message } satisfies OwnerEdited);
    });
  })
  .post("/manage/:token/renew", async (c) =>
    answer(c, await withProof(c, c.req.param("token"), (listing) => renewListing(c.var.deps, listing, owner(c)))),
  )
  .post("/manage/:token/rented", async (c) =>
    answer(c, await withProof(c, c.req.param("token"), (listing) => markRented(c.var.deps, listing, owner(c)))),
  )
  .delete("/manage/:token", async (c) =>
    c.json(await withProof(c, c.req.param("token"), (listing) => removeByOwner(c.var.deps, listing, owner(c)))),
  )
  .get("/delete/:token", async (c) => {
    const { address } = await listingOfToken(c.var.deps, "delete", c.req.param("token"));
    return c.json({ address } satisfies ListingRemoved);
  })
  .delete("/delete/:token", async (c) =>
    c.json(await removeByOwner(c.var.deps, await listingOfToken(c.var.deps, "delete", c.req.param("token")), owner(c))),
  )
  .post("/listing-links", limited("writes", "links"), body(lostLinksRequest, "listing.invalid_email"), async (c) => {
    await sendLinksAgain(c.var.deps, c.req.valid("json").email);
    return c.json({ success: true, message: LINKS_SENT_MESSAGE });
  });
