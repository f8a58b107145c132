/** Amounts of dollars, and the street that ends a listing's title such as "2 Bedrooms - 12 Elm St". */
export const WRITTEN = /(\$\d[\d,]*(?:\.\d\d)?|(?<=(?:Studio|Bedrooms?|Private Room) - ).+)/;
