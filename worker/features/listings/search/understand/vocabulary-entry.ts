import type { AttributeFilter } from "../../../../contracts/attributes.ts";
import type { Bedrooms, HomeType } from "../../../../contracts/bedrooms.ts";

/** The languages that a search is understood in. */
const LANGUAGES = ["English", "French", "Spanish", "Portuguese", "Chinese", "Korean", "Tamil"] as const;
type Sayings = Partial<Record<(typeof LANGUAGES)[number], string>>;

/** A condition, a word of the texts, or nothing. */
export type Meaning =
  | { bedrooms: Bedrooms }
  | { homeType: HomeType }
  | { with: AttributeFilter; isPaid?: true }
  | { near: "subway" }
  /** As the listings say it: one word each, or one fixed phrase. */
  | { words: readonly string[] }
  | { noise: true };

export interface Entry {
  means: Meaning;
  says: Sayings;
}
