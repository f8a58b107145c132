import type { Context } from "hono";
import { listingEdit } from "../../contracts/listings.schemas.ts";
import { LINKS_SENT_MESSAGE } from "../../contracts/owners.ts";
import { lostLinks } from "../../contracts/owners.schemas.ts";
import { body } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { limited } from "../../platform/rate-limits.ts";
import { editListing } from "./listings.edit.service.ts";
import { LANDLORD_FORM, withListingInput } from "./listings.input.ts";
import {
  listingOfToken,
  markRented,
  removeByOwner,
  renewListing,
  sendLinksAgain,
  toOwnerListing,
} from "./owner.service.ts";

const LINK_REQUESTS_PER_DAY = 20;

const owner = (c: Context<AppEnv>) => ({ ipAddress: c.var.client.address });
const managed = (c: Context<AppEnv>, token: string) => listingOfToken(c.var.deps, "manage", token);

/**
 * What a landlord does behind a mailed link: the token in the path is the only key. Reads change nothing, so mail
 * scanners may open every link.
 */
export const ownerRoutes = router()
  .get("/manage/:token", async (c) => c.json(toOwnerListing(await managed(c, c.req.param("token")))))
  .patch("/manage/:token", limited("uploads"), async (c) => {
    const token = c.req.param("token");
    await managed(c, token);
    return withListingInput(c.req.raw, listingEdit, LANDLORD_FORM, async ({ values, photos }) => {
      const by = { actor: "owner" as const, ipAddress: c.var.client.address };
      return c.json(toOwnerListing(await editListing(c.var.deps, await managed(c, token), values, photos, by)));
    });
  })
  .post("/manage/:token/renew", async (c) =>
    c.json(toOwnerListing(await renewListing(c.var.deps, await managed(c, c.req.param("token")), owner(c)))),
  )
  .post("/manage/:token/rented", async (c) =>
    c.json(toOwnerListing(await markRented(c.var.deps, await managed(c, c.req.param("token")), owner(c)))),
  )
  .delete("/manage/:token", async (c) =>
    c.json(await removeByOwner(c.var.deps, await managed(c, c.req.param("token")), owner(c))),
  )
  .delete("/delete/:token", async (c) =>
    c.json(await removeByOwner(c.var.deps, await listingOfToken(c.var.deps, "delete", c.req.param("token")), owner(c))),
  )
  .post(
    "/listing-links",
    limited("writes", { name: "links", aDay: LINK_REQUESTS_PER_DAY }),
    body(lostLinks, "listing.invalid_email"),
    async (c) => {
      await sendLinksAgain(c.var.deps, c.req.valid("json").email);
      return c.json({ success: true, message: LINKS_SENT_MESSAGE });
    },
  );
