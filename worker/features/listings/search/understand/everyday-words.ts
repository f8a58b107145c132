/**
 * Everyday words in advertisements that are also names of Toronto streets. A search for one of these words without a
 * street type does not mean a street.
 */
export const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  (
    "access air alarm amenities area backyard balcony bath beach bright brand brick building cable calm care ceiling central " +
    "chef church clean closet coffee college concierge cook cool corner cottage country court courtyard cozy deck den " +
    "deposit design dining dishwasher doorman double drive duplex east easy electric elevator entrance estate family fan farm " +
    "female field fine fire fireplace first fitness floor floors forest foundry fresh front garage garden gardens gas gate " +
    "glass gold golf grand granite green grill grocery grove guest gym hall hardwood heat heated heating heights high hill " +
    "hospital hot huge hydro internet island jacuzzi kitchen kids lake lakeview lamp lane large laundry law level library " +
    "light lobby locker loft lower luxury main male mall manor market master meadow mill mirror modern month mountain nature " +
    "new newly north ocean office open orchard outdoor oven owner park parks path patio penthouse plaza pond pool porch private " +
    "quiet rear renovated rental ridge river roof rooftop room rose royal safe sauna school second secure security self " +
    "separate shared shop shopping shops shower side silver sink skylight small smart snow solarium south space spacious " +
    "spring square stainless steel stone storage store stove street student students studio summer sun sunny sunrise sunset " +
    "suite tenant tennis terrace third tile top tower town trail transit tree triplex tub university upper valley vegan " +
    "vegetarian victorian view views village vintage walk wall water weekly west white wifi window windows winter wood woods " +
    "work yard year young"
  ).split(" "),
);
