import type { Bedrooms, HomeType } from "../../../../contracts/bedrooms.ts";
import type { Meaning } from "./vocabulary-entry.ts";
import type { SearchedPlace } from "./searched-places.ts";

/** The meaning of some tokens of a search. */
export type TokenMeaning =
  | { kind: "meaning"; meaning: Meaning }
  | { kind: "bedrooms"; bedrooms: readonly Bedrooms[]; isUnsure?: boolean }
  | { kind: "rent"; minRent: number | null; maxRent: number | null }
  | { kind: "place"; place: SearchedPlace }
  | { kind: "without"; homeType: HomeType }
  | { kind: "phrase"; text: string }
  | { kind: "word" };
export type Reading = TokenMeaning & { length: number };
