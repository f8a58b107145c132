import type { ReviewNote } from "../../../contracts/listings.ts";
import type { LawCode } from "./law-notes.ts";
import type { SCAM_TABLE } from "./scam-table.ts";

/** Codes of notes on a listing's texts. */
export type TextCode = keyof typeof SCAM_TABLE | LawCode | "contact_in_text";

const RTA = "https://www.ontario.ca/laws/statute/06r17";
const CODE = "https://www.ontario.ca/laws/statute/90h19";
const tenanciesAct = (sections: string) => ({ name: `Residential Tenancies Act, 2006, ${sections}`, url: RTA });
const humanRightsCode = { name: "Human Rights Code, ss. 2 and 13", url: CODE };

/** Notes for moderators, in display order. */
export const SIGNAL_NOTES: Record<TextCode, Pick<ReviewNote, "text" | "rule">> = {
  pay_before_viewing: { text: "Asks for money before a viewing." },
  untraceable_payment: { text: "Asks for a payment that cannot be reversed (wire, gift cards, crypto)." },
  keys_by_mail: { text: "Says the keys will be mailed." },
  no_viewing: { text: "Says the unit cannot be viewed." },
  asks_papers: { text: "Asks for copies of ID." },
  deposit_not_allowed: {
    text: "Asks for a deposit that the law does not allow. A landlord may take the last month's rent and a refundable key deposit, nothing else.",
    rule: tenanciesAct("ss. 105 and 106"),
  },
  fee_not_allowed: {
    text: "Asks for a fee that a landlord may not charge.",
    rule: tenanciesAct("s. 134"),
  },
  cheques_required: {
    text: "Requires post-dated cheques or automatic payments. A tenant may offer them; a landlord may not require them.",
    rule: tenanciesAct("s. 108"),
  },
  no_pets: {
    text: "Says “no pets”. In a lease such a clause is void, except where a condominium’s own rules forbid pets.",
    rule: tenanciesAct("s. 14"),
  },
  discrimination: {
    text: "May turn away people protected by the Code.",
    rule: humanRightsCode,
  },
  cheques_hint: {
    text: "Names cheques as a way to pay. Tenants may choose them, but a landlord may not require post-dated ones.",
    rule: tenanciesAct("s. 108"),
  },
  discrimination_hint: {
    text: "The wording may exclude people protected by the Code. Consider asking the landlord to change it.",
    rule: humanRightsCode,
  },
  shares_with_owner: {
    text: "The owner or their family seems to share the kitchen or bathroom. If so, the Act (s. 5(i)) and the Code's rules on choosing tenants (s. 21) may not apply, and neither may these notes on the law.",
    rule: { name: "Residential Tenancies Act, 2006, s. 5(i)", url: RTA },
  },
  contact_in_text: { text: "Contact in the text: a phone number, email address, link or messenger." },
};

/** Note on the pets field of the form, which a landlord may answer with "no". */
export const PETS_FIELD: ReviewNote = {
  code: "no_pets_hint",
  text: "The form says that pets are not allowed. A landlord may prefer that, but in a lease such a clause is void, except where a condominium’s own rules forbid pets.",
  rule: tenanciesAct("s. 14"),
};
