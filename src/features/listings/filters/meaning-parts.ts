import { ATTRIBUTE_FILTERS } from "../../../../worker/contracts/attributes.ts";
import { HOME_TYPE_NAMES } from "../../../../worker/contracts/bedrooms.ts";
import type { SearchMeaning, UnderstoodPlace } from "../../../../worker/contracts/search.ts";
import { formatCents, formatMetres } from "../../../lib/format.ts";

/** A condition that the search words mean. */
interface MeaningPart {
  /** Text for visitors: "Up to $1,800". */
  text: string;
  /** Search words that mean the same: "under $1800". */
  words: string;
  /** True for a name or typed words, which browsers must not translate. */
  isName?: true;
}

const dollarsText = (dollars: number) => formatCents(dollars * 100);
export const minRentText = (dollars: number) => `From ${dollarsText(dollars)}`;
export const maxRentText = (dollars: number) => `Up to ${dollarsText(dollars)}`;
export const nearSubwayText = (metres: number) => `Within ${formatMetres(metres)} of the subway`;
export const stationText = (name: string) => `${name} station`;

function rentParts({ minRent, maxRent }: SearchMeaning): MeaningPart[] {
  const minimum = minRent !== undefined && { text: minRentText(minRent), words: `over $${minRent}` };
  const maximum = maxRent !== undefined && { text: maxRentText(maxRent), words: `under $${maxRent}` };
  return [minimum, maximum].filter((part) => part !== false);
}

const placeText = ({ kind, name }: UnderstoodPlace) => (kind === "station" ? stationText(name) : name);

/** Returns the conditions that the search words mean, in the order of the filters, followed by the remaining words. */
export function meaningParts(meaning: SearchMeaning): MeaningPart[] {
  const { bedrooms, homeType, place, near, with: attributes = [], without = [], words } = meaning;
  return [
    ...(bedrooms ? [{ text: bedrooms.join(" or "), words: bedrooms.join(" ") }] : []),
    ...(homeType ? [{ text: HOME_TYPE_NAMES[homeType], words: homeType }] : []),
    ...without.map((type) => ({ text: `Not ${HOME_TYPE_NAMES[type].toLowerCase()}`, words: `not ${type}` })),
    ...rentParts(meaning),
    ...(place ? [{ text: placeText(place), words: placeText(place), isName: true as const }] : []),
    ...(near ? [{ text: nearSubwayText(near.metres), words: "near subway" }] : []),
    ...ATTRIBUTE_FILTERS.filter(({ name }) => attributes.includes(name)).map(({ name, text }) =>
      // The word "parking" also finds paid parking.
      name === "parking" ? { text: "Parking", words: "parking" } : { text, words: text },
    ),
    ...words.map((word) => ({ text: `“${word}”`, words: word, isName: true as const })),
  ];
}

/** Returns the search words without one condition; null if none are left. */
export function wordsWithout(parts: readonly MeaningPart[], left: MeaningPart): string | null {
  const words = parts.filter((part) => part !== left).map((part) => part.words);
  return words.length === 0 ? null : words.join(" ");
}
