import { listingSlug, listingTitle } from "../../contracts/listing-names.ts";
import { listingPath } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MailContent } from "../../platform/mail-layout.ts";
import type { Listing } from "./listings.table.ts";

/** What a landlord is written about. */
export const LISTING_MAILS = ["submitted", "approved", "rejected", "expiring"] as const;
export type ListingMail = (typeof LISTING_MAILS)[number];

const DATE = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "long" });

const REASON = "You get this mail because this address was given with a listing on our site.";

/** The links only the landlord gets. */
async function ownerLinks(deps: Deps, listing: Pick<Listing, "id" | "tokenVersion">) {
  const [manage, remove] = await Promise.all([
    deps.tokens.mint("manage", listing.id, listing.tokenVersion),
    deps.tokens.mint("delete", listing.id, listing.tokenVersion),
  ]);
  const { siteUrl } = deps.config;
  return {
    manage: { label: "Manage the listing", url: `${siteUrl}/manage/${manage}` },
    remove: { label: "Remove the listing", url: `${siteUrl}/delete/${remove}` },
  };
}

/** A mail to the landlord of a listing. */
export async function listingMail(deps: Deps, kind: ListingMail, listing: Listing): Promise<MailContent> {
  const { manage, remove } = await ownerLinks(deps, listing);
  const title = listingTitle(listing.bedrooms, listing.address);
  const page = {
    label: "See the listing",
    url: deps.config.siteUrl + listingPath({ id: listing.id, slug: listingSlug(listing.bedrooms, listing.address) }),
  };
  const until = listing.expiresAt ? DATE.format(listing.expiresAt) : "";
  const mail = (subject: string, body: MailContent["body"]): MailContent => ({
    to: listing.email,
    subject,
    body,
    reason: REASON,
  });
  const mails: Record<ListingMail, () => MailContent> = {
    submitted: () =>
      mail(`We received your listing: ${title}`, [
        `Thank you for posting "${title}". A person reviews it before it is published; we write to you when that is done.`,
        "With this link you can change the listing, renew it, mark it as rented or remove it. Keep it to yourself: whoever has it can do the same.",
        manage,
        "If you did not post this, remove it here:",
        remove,
      ]),
    approved: () =>
      mail(`Your listing is published: ${title}`, [`"${title}" is on the site until ${until}.`, page, manage, remove]),
    rejected: () =>
      mail(`Your listing was not published: ${title}`, [
        `We could not publish "${title}". The reason:`,
        listing.rejectionReason ?? "",
        "You can change the listing; it then goes to review again.",
        manage,
        remove,
      ]),
    expiring: () =>
      mail(`Still available? ${title}`, [
        `"${title}" leaves the site on ${until}. If the unit is still available, renew the listing with one click on its page; if it is rented, you can mark it so there.`,
        manage,
        remove,
      ]),
  };
  return mails[kind]();
}

/** The links of a landlord's listings, in one mail. */
export async function linksMail(deps: Deps, listings: readonly Listing[]): Promise<MailContent> {
  const parts = await Promise.all(
    listings.map(async (listing) => {
      const { manage, remove } = await ownerLinks(deps, listing);
      return [listingTitle(listing.bedrooms, listing.address), manage, remove];
    }),
  );
  const count = listings.length === 1 ? "your listing" : `your ${listings.length} listings`;
  return {
    to: listings[0]?.email ?? "",
    subject: `The links of ${count}`,
    body: [
      `You asked for the links of ${count}. Keep them to yourself: whoever has them can do what you can.`,
      ...parts.flat(),
    ],
    reason: REASON,
  };
}
