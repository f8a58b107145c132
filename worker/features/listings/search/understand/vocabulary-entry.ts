import type { AttributeFilter } from "../../../../contracts/attributes.ts";
import type { Bedrooms, HomeType } from "../../../../contracts/bedrooms.ts";

/** The languages in which people may search. */
const LANGUAGES = ["English", "French", "Spanish", "Portuguese", "Chinese", "Korean", "Tamil"] as const;
type Sayings = Partial<Record<(typeof LANGUAGES)[number], string>>;

/** The meaning of a wording: a condition, words to search for in the texts, or nothing. */
export type Meaning =
  | { bedrooms: Bedrooms }
  | { homeType: HomeType }
  | { with: AttributeFilter; isPaid?: true }
  | { near: "subway" }
  /** Words as they appear in listings: single words, or one fixed phrase. */
  | { words: readonly string[] }
  | { noise: true };

export interface Entry {
  means: Meaning;
  says: Sayings;
}
