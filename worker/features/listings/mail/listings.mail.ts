import { HOME_TYPE_NAMES } from "../../../contracts/home-types.ts";
import type { ListingMail } from "../../../contracts/outbox.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { CountedMailKind } from "../../../platform/mail-kinds.ts";
import type { MailContent } from "../../../platform/mail-layout.ts";
import type { Listing } from "../core/listings.table.ts";

const DATE = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "long" });

const REASON = "You get this mail because this address was given with a listing on our site.";

/**
 * Names a listing by type and id. Mails contain no text of the form, because anybody may have entered somebody else's
 * address in it.
 */
const nameOf = ({ id, bedrooms }: Pick<Listing, "id" | "bedrooms">) => `${bedrooms} listing (#${id})`;

/** '1 Bedroom, Basement' */
const kindOf = ({ bedrooms, homeType }: Pick<Listing, "bedrooms" | "homeType">) =>
  homeType === null || homeType === "room" ? `“${bedrooms}”` : `“${bedrooms}, ${HOME_TYPE_NAMES[homeType]}”`;

/** Links for the landlord. The manage link contains its recipient, so that its use only proves that address. */
async function ownerLinks(
  deps: Deps,
  { id, tokenVersion: version, email }: Pick<Listing, "id" | "tokenVersion" | "email">,
) {
  const [manage, remove] = await Promise.all([
    deps.tokens.mintFor("manage", { id, version, email }),
    deps.tokens.mint("delete", id, version),
  ]);
  const { siteUrl } = deps.config;
  return {
    manage: { label: "Manage the listing", url: `${siteUrl}/manage/${manage}` },
    remove: { label: "Remove the listing", url: `${siteUrl}/delete/${remove}`, isQuiet: true },
  };
}

/** A mail to the landlord of a listing. */
export async function listingMail(
  deps: Deps,
  kind: ListingMail,
  listing: Listing,
): Promise<MailContent<CountedMailKind>> {
  const { manage, remove } = await ownerLinks(deps, listing);
  const name = nameOf(listing);
  // Without the slug, which contains the typed address.
  const page = { label: "See the listing", url: `${deps.config.siteUrl}/listing/${listing.id}` };
  const posted = `It was posted on ${DATE.format(listing.submittedAt)}.`;
  const until = listing.expiresAt ? DATE.format(listing.expiresAt) : "";
  const mail = (subject: string, body: MailContent["body"]): MailContent<CountedMailKind> => ({
    kind: `listing.${kind}`,
    to: listing.email,
    subject,
    body,
    reason: REASON,
  });
  const mails: Record<ListingMail, () => MailContent<CountedMailKind>> = {
    submitted: () =>
      mail(`Your ${name}: received`, [
        `We received your ${name}. ${posted} A person reviews it before it is published; we write to you when that is done.`,
        "With this link you can change the listing, renew it, mark it as rented or remove it. Keep it to yourself: whoever has it can do the same.",
        manage,
        "If you did not post this, remove it here:",
        remove,
      ]),
    new_email: () =>
      mail(`Your ${name}: your new address`, [
        `This address was given as the new one for a ${name}. ${posted} From now on we write to it about the listing.`,
        "With this link you can change the listing, renew it, mark it as rented or remove it. Keep it to yourself: whoever has it can do the same.",
        manage,
        "If the listing is not yours, remove it here:",
        remove,
      ]),
    approved: () =>
      mail(`Your ${name}: published`, [`Your ${name} is on the site until ${until}. ${posted}`, page, manage, remove]),
    rejected: () =>
      mail(`Your ${name}: not published`, [
        `We could not publish your ${name}. ${posted} The reason:`,
        listing.rejectionReason ?? "",
        "You can change the listing; it then goes to review again.",
        manage,
        remove,
      ]),
    retyped: () =>
      mail(`Your ${name}: listed as what it is`, [
        `A moderator changed what your listing (#${listing.id}) is listed as: it is now ${kindOf(listing)}. ${posted} Renters compare rooms with rooms and homes with homes.`,
        "If that is not right, you can change it; the listing then goes to review again.",
        manage,
        remove,
      ]),
    expiring: () =>
      mail(`Still available? Your ${name}`, [
        `Your ${name} leaves the site on ${until}. ${posted} If the unit is still available, renew the listing with one click on its page; if it is rented, you can mark it so there.`,
        manage,
        remove,
      ]),
  };
  return mails[kind]();
}

/** One mail with the links of several listings. */
export async function linksMail(deps: Deps, listings: readonly Listing[]): Promise<MailContent<CountedMailKind>> {
  const parts = await Promise.all(
    listings.map(async (listing) => {
      const { manage, remove } = await ownerLinks(deps, listing);
      return [`Your ${nameOf(listing)}, posted on ${DATE.format(listing.submittedAt)}:`, manage, remove];
    }),
  );
  const count = listings.length === 1 ? "your listing" : `your ${listings.length} listings`;
  return {
    kind: "listing.links",
    to: listings[0]?.email ?? "",
    subject: `The links of ${count}`,
    body: [
      `Somebody, hopefully you, asked for the links of ${count}. Keep them to yourself: whoever has them can do what you can.`,
      ...parts.flat(),
    ],
    reason: REASON,
  };
}
