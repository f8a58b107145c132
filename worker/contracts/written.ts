/** Amounts of dollars, and the street that ends a listing's title such as "2 Bedrooms - 12 Elm St". */
const WRITTEN = /(\$\d[\d,]*(?:\.\d\d)?|(?<=(?:Studio|Bedrooms?|Private Room) - ).+)/;

/** Splits a text into its rents and streets (`isKept`), which stay as they are when it is translated, and the rest. */
export const writtenParts = (text: string): { part: string; isKept: boolean }[] =>
  // The pattern's matches have the odd places.
  text.split(WRITTEN).map((part, at) => ({ part, isKept: at % 2 === 1 }));
