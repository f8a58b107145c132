import type { Bedrooms, HomeType } from "../../worker/contracts/bedrooms.ts";
import type { NoteCode, ScamBand } from "../../worker/contracts/listings.ts";

/** An advertisement, with the judgement of a careful reader (see README.md in its folder). */
export interface GoldenAd {
  id: string;
  bedrooms: Bedrooms;
  rent: string;
  homeType?: HomeType;
  furnished?: boolean;
  text: string;
  address?: string;
  language?: string;
  role?: "original" | "copy";
  truth: {
    kind: string;
    size: "agrees" | "differs" | "unknown";
    notes: NoteCode[];
    notesForbidden: string[];
    scam: ScamBand;
    publicPercentAllowed: boolean;
  };
}

export const KIND_CODES: readonly NoteCode[] = [
  "reads_like_room",
  "reads_like_shared_bed",
  "reads_like_basement",
  "reads_like_wanted_ad",
  "not_a_home",
  "reads_like_short_term",
  "for_sale",
  "size_differs",
  "other_rent_in_text",
];
export const SCAM_CODES: readonly NoteCode[] = [
  "pay_before_viewing",
  "untraceable_payment",
  "keys_by_mail",
  "no_viewing",
  "asks_papers",
  "price_far_below",
  "copied_text",
];
