import { APPEAL_DAYS } from "../../../contracts/appeals.ts";
import { HOME_TYPE_NAMES } from "../../../contracts/bedrooms.ts";
import type { ListingMail } from "../../../platform/outbox.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { CountedMailKind } from "../../../platform/mail-kinds.ts";
import { readAddressProof } from "../../../platform/mail-slots.ts";
import { addressHashOf } from "../../../platform/suppressions.ts";
import type { MailBlock, MailContent, MailLink } from "../../../platform/mail-layout.ts";
import { areSeveralDeciders } from "../../people/people.service.ts";
import { readPublicListing } from "../reading/listings.read.service.ts";
import { isSecondOpinion } from "../decisions/appeals.policy.ts";
import { appealToken } from "../decisions/appeals.service.ts";
import type { Appeal } from "../decisions/appeals.table.ts";
import type { Listing } from "../listing/listings.table.ts";
import { listingBlock, SEE_LISTING } from "./listing-block.mail.ts";

const DATE = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "long" });

const REASON = "You get this email because this address was entered with a listing on our site.";

/**
 * Names a listing by type and id. Emails contain no text from the form, because a stranger may have entered another
 * person's address.
 */
const nameOf = ({ id, bedrooms }: Pick<Listing, "id" | "bedrooms">) => `${bedrooms} listing (#${id})`;

/** Describes type and kind: '1 Bedroom (Basement)'. */
const kindOf = ({ bedrooms, homeType }: Pick<Listing, "bedrooms" | "homeType">) =>
  homeType === null || homeType === "room" ? `“${bedrooms}”` : `“${bedrooms} (${HOME_TYPE_NAMES[homeType]})”`;

/** Returns the link to a listing's page, without the slug. The slug contains the typed address. */
const pageLink = ({ config }: Deps, { id }: Pick<Listing, "id">): MailLink => ({
  label: SEE_LISTING,
  url: `${config.siteUrl}/listing/${id}`,
  look: "secondary",
});

/**
 * Returns the landlord's links. The manage link contains the email address to which it was sent, so using the link
 * proves only that address.
 */
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
    remove: { label: "Remove the listing", url: `${siteUrl}/delete/${remove}`, look: "quiet" },
  };
}

/**
 * Returns the public listing as renters see it, if the landlord's email address is proven. A stranger may have entered
 * another person's address. Emails therefore contain only text that a moderator has read, and emails to an unproven
 * address contain no text from the form.
 */
async function publicBlock(deps: Deps, { id, email }: Pick<Listing, "id" | "email">): Promise<MailBlock[]> {
  if ((await readAddressProof(deps, await addressHashOf(deps, email))) === null) return [];
  const found = await readPublicListing(deps, id);
  return found === null ? [] : [listingBlock(deps, found.listing)];
}

/** Returns the text and link for appealing a rejection. Returns none once an appeal is no longer possible. */
async function appealParts(deps: Deps, { id, rejectedAt }: Pick<Listing, "id" | "rejectedAt">) {
  if (rejectedAt === null) return [];
  return [
    `If you think that this is a mistake, you can appeal once within ${APPEAL_DAYS} days. A person reads it and answers by email.`,
    {
      label: "Appeal",
      url: `${deps.config.siteUrl}/appeals/${await appealToken(deps, { id, rejectedAt })}`,
      look: "quiet",
    },
  ];
}

const about = (listing: Listing, kind: CountedMailKind, subject: string, body: MailContent["body"]) => ({
  kind,
  to: listing.email,
  subject: `Your ${nameOf(listing)}: ${subject}`,
  body,
  reason: REASON,
});

/** Composes the email with a moderator's question to the landlord of a listing. */
export async function questionMail(
  deps: Deps,
  listing: Listing,
  question: string,
): Promise<MailContent<CountedMailKind>> {
  const { manage, remove } = await ownerLinks(deps, listing);
  return about(listing, "listing.question", "a question", [
    `A moderator has a question about your ${nameOf(listing)}:`,
    question,
    "Just reply to this email, or answer on the listing's page. Only our moderators read your answer.",
    manage,
    remove,
  ]);
}

/**
 * Composes the email to a sender whose reply to a question had no text. The email contains nothing from the listing,
 * because the sender may not be the landlord.
 */
export const noAnswerMail = (to: string): MailContent<CountedMailKind> => ({
  kind: "listing.no_answer",
  to,
  subject: "We could not read your answer",
  body: [
    "Thank you for your reply to our question. It had no text, only attachments or nothing at all, so our moderators have no answer yet.",
    "Just reply to this email, and write your answer as text in the email itself. Or answer on the listing's page, using the link in the email with the question.",
  ],
  reason: "You get this email because we received a reply from this address.",
});

/** Composes the email that answers an appeal. */
export async function appealMail(deps: Deps, listing: Listing, appeal: Appeal): Promise<MailContent<CountedMailKind>> {
  const { manage, remove } = await ownerLinks(deps, listing);
  const page = pageLink(deps, listing);
  const isPublished = listing.status === "approved";
  const who = isSecondOpinion(appeal)
    ? "The moderator who decided the appeal did not reject the listing."
    : (await areSeveralDeciders(deps))
      ? "The moderator who rejected the listing may also have decided the appeal."
      : "There is no second moderator right now, so the moderator who rejected the listing may also have decided the appeal.";
  const words = appeal.answer === null ? [] : ["The moderator writes:", appeal.answer];
  if (appeal.state === "upheld")
    return about(listing, "listing.appeal", "your appeal was upheld", [
      `We looked at your ${nameOf(listing)} again, and you were right. ${isPublished ? "It is on the site now." : "We will review it again and email you when that is done."}`,
      ...words,
      who,
      ...(isPublished ? [page] : []),
      manage,
      remove,
    ]);
  return about(listing, "listing.appeal", "your appeal was not upheld", [
    `We looked at your ${nameOf(listing)} again, and it stays rejected.`,
    ...words,
    who,
    "You can still change the listing. We will then review it again.",
    manage,
    remove,
  ]);
}

/** Composes an email to the landlord of a listing. */
export async function listingMail(
  deps: Deps,
  kind: Exclude<ListingMail, "question" | "appeal">,
  listing: Listing,
): Promise<MailContent<CountedMailKind>> {
  const { manage, remove } = await ownerLinks(deps, listing);
  const name = nameOf(listing);
  const page = pageLink(deps, listing);
  const posted = `It was posted on ${DATE.format(listing.submittedAt)}.`;
  const until = listing.expiresAt ? DATE.format(listing.expiresAt) : "";
  const mail = (subject: string, body: MailContent["body"]): MailContent<CountedMailKind> => ({
    kind: `listing.${kind}`,
    to: listing.email,
    subject,
    body,
    reason: REASON,
  });
  const appeal = kind === "rejected" ? await appealParts(deps, listing) : [];
  const shown = await publicBlock(deps, listing);
  const mails: Record<typeof kind, () => MailContent<CountedMailKind>> = {
    submitted: () =>
      mail(`Your ${name}: received`, [
        `We received your ${name}. ${posted} A person reviews it before it is published. We will email you when that is done.`,
        "With this link you can change the listing, renew it, mark it as rented or remove it. Keep it to yourself: anyone who has it can do the same.",
        manage,
        "If you did not post this, remove it here:",
        remove,
      ]),
    new_email: () =>
      mail(`Your ${name}: your new address`, [
        `This address was entered as the new one for a ${name}. ${posted} From now on we send emails about the listing here.`,
        "With this link you can change the listing, renew it, mark it as rented or remove it. Keep it to yourself: anyone who has it can do the same.",
        manage,
        "If the listing is not yours, remove it here:",
        remove,
      ]),
    approved: () =>
      mail(`Your ${name}: published`, [
        `Your ${name} is on the site until ${until}. ${posted}${shown.length > 0 ? " This is how renters see it:" : ""}`,
        ...(shown.length > 0 ? shown : [page]),
        manage,
        remove,
      ]),
    rejected: () =>
      mail(`Your ${name}: not published`, [
        `We could not publish your ${name}. ${posted} The reason:`,
        listing.rejectionReason ?? "",
        "You can change the listing. We will then review it again.",
        manage,
        ...appeal,
        remove,
      ]),
    retyped: () =>
      mail(`Your ${name}: its type was changed`, [
        `A moderator changed the type of your listing (#${listing.id}): it is now ${kindOf(listing)}. ${posted} Renters compare rooms with rooms and homes with homes.`,
        "If that is not right, you can change it. We will then review the listing again.",
        manage,
        remove,
      ]),
    expiring: () =>
      mail(`Still available? Your ${name}`, [
        `Your ${name} leaves the site on ${until}. ${posted} If the unit is still available, renew the listing with one click on its page. If it is rented, mark it as rented there.`,
        ...shown,
        manage,
        remove,
      ]),
  };
  return mails[kind]();
}

/** Composes one email with the landlord's links to several listings. */
export async function linksMail(deps: Deps, listings: readonly Listing[]): Promise<MailContent<CountedMailKind>> {
  const parts = await Promise.all(
    listings.map(async (listing) => {
      const { manage, remove } = await ownerLinks(deps, listing);
      const button = listings.length === 1 ? manage : ({ ...manage, look: "secondary" } as const);
      return [`Your ${nameOf(listing)}, posted on ${DATE.format(listing.submittedAt)}:`, button, remove];
    }),
  );
  const count = listings.length === 1 ? "your listing" : `your ${listings.length} listings`;
  return {
    kind: "listing.links",
    to: listings[0]?.email ?? "",
    subject: `The links to ${count}`,
    body: [
      `You, or someone using this address, asked for the links to ${count}. Don’t share them: anyone who has them can edit or delete the listing.`,
      ...parts.flat(),
    ],
    reason: REASON,
  };
}
