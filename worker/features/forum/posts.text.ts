import { countLinks } from "../../contracts/forum.ts";
import { sha256Hex } from "../../platform/tokens.ts";

/**
 * Minimum number of letters and digits of a distinctive text. Two people are unlikely to write the same text of this
 * length by coincidence. Common phrases such as thanks are shorter.
 */
const DISTINCTIVE_LENGTH = 120;

/** Returns a thread's full text. */
export const wholeText = ({ title, content }: { title: string; content: string }) => `${title}\n${content}`;

/**
 * Returns the normalized text: letters and digits in lower case without accents. Combining marks are removed first,
 * because normalization takes quadratic time for consecutive marks.
 */
const folded = (text: string) =>
  text
    .replace(/\p{M}+/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Returns the hash by which duplicate posts are refused. Long texts and texts with links are compared on the whole
 * site. Short texts such as "Thank you, that helped" are only compared within the same thread and author.
 * @param threadId the comment's thread; null for a thread
 */
export async function textKeyOf(text: string, authorId: number, threadId: number | null): Promise<string> {
  const letters = folded(text);
  // A text without letters or digits is compared verbatim.
  const compared = letters === "" ? text.replace(/\s+/g, " ") : letters;
  const isDistinctive = Array.from(compared).length >= DISTINCTIVE_LENGTH || countLinks(text) > 0;
  return sha256Hex(isDistinctive ? `all\n${compared}` : `${authorId} ${threadId}\n${compared}`);
}
