import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import { approve, publish } from "./listings.ts";
import { mailsTo, tokenIn } from "./mailbox.ts";
import { json, type Site } from "./site.ts";

const EMAIL = "landlord@example.com";

/** A published listing with its landlord's manage link and a moderator. */
export async function publishedByOwner(site: Site, changes: { email?: string; [field: string]: unknown } = {}) {
  const { id, images } = await publish(site, changes);
  const mail = (await mailsTo(site, changes.email ?? EMAIL)).find(({ text }) => text.includes("/manage/"));
  const token = tokenIn(mail, "manage");
  const call = (method: string, path = "", body?: unknown, from = "203.0.113.7") =>
    site.fetch(`/api/manage/${token}${path}`, {
      method,
      headers: { "cf-connecting-ip": from },
      ...(body !== undefined && { json: body }),
    });
  return {
    id,
    token,
    /** The public image paths. */
    images,
    call,
    edit: (change: Record<string, unknown>, from?: string) => call("PATCH", "", change, from),
    edited: (change: Record<string, unknown>) => json<OwnerListing>(call("PATCH", "", change)),
    read: () => json<OwnerListing>(call("GET")),
    asModerator: async () => json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() })),
    approve: () => approve(site, id),
    isPublic: async () => (await site.fetch(`/api/marketplace-listings/${id}`)).status === 200,
  };
}
