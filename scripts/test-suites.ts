/** Tags of what `npm test` leaves to `npm run test:rest`. */
export const REST = "rest or d1";
/** Of the tests of `npm test`. */
export const EVERYDAY = "not rest and not d1";
