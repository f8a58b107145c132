/** Tags of the tests that `npm test` leaves to `npm run test:rest`. */
const REST_TAGS = ["rest", "d1"];

/** Selects those tests, as an expression of tags. */
export const REST = REST_TAGS.join(" or ");
/** Selects the tests of `npm test`. */
export const EVERYDAY = REST_TAGS.map((tag) => `not ${tag}`).join(" and ");

/** Tells by its tags whether a test is left to `npm run test:rest`. */
export const isOfRest = (tags: readonly string[]): boolean => tags.some((tag) => REST_TAGS.includes(tag));
