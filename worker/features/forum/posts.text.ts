import { countLinks } from "../../contracts/forum.ts";
import { sha256Hex } from "../../platform/tokens.ts";

/**
 * Minimum number of letters and digits from which equal texts are unlikely to be a coincidence; phrases such as thanks
 * are shorter.
 */
const DISTINCTIVE_LENGTH = 120;

/** Returns a thread's full text. */
export const wholeText = ({ title, content }: { title: string; content: string }) => `${title}\n${content}`;

/**
 * Returns the normalized text: letters and digits in lower case without accents. Marks are removed first, because
 * normalization takes quadratic time in consecutive marks.
 */
const folded = (text: string) =>
  text
    .replace(/\p{M}+/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Returns the hash by which duplicate posts are refused: site-wide for long texts and texts with links; for short ones
 * such as "Thank you, that helped" only from the same author in the same thread.
 * @param threadId the comment's thread; null for a thread
 */
export async function textKeyOf(text: string, authorId: number, threadId: number | null): Promise<string> {
  const letters = folded(text);
  // A text without letters or digits is compared verbatim.
  const compared = letters === "" ? text.replace(/\s+/g, " ") : letters;
  const isDistinctive = Array.from(compared).length >= DISTINCTIVE_LENGTH || countLinks(text) > 0;
  return sha256Hex(isDistinctive ? `all\n${compared}` : `${authorId} ${threadId}\n${compared}`);
}
