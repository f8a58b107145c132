import { textKeyOf } from "../forum/posts.text.ts";

const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
/** "November 21, 2026" and "October 2025": with another date a text is none the newer. */
const DATES = new RegExp(`\\b(?:${MONTHS}) (?:\\d{1,2}, )?\\d{4}\\b`, "g");

/** What a text is known by among the automation's own: what it says, whatever its date. */
export const keyOf = (says: string): Promise<string> => textKeyOf(says.replace(DATES, ""), 0, null);
