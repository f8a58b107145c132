import { countLinks } from "../../contracts/forum.ts";
import { sha256Hex } from "../../platform/tokens.ts";

/** Letters and digits from which on a text is nobody's by chance: long thanks and congratulations are shorter. */
const TELLING_LENGTH = 120;

/** What a thread says altogether. */
export const wholeText = ({ title, content }: { title: string; content: string }) => `${title}\n${content}`;

/**
 * A text as it is compared: its letters and digits in lower case, without accents. Marks go first, because the time of
 * a normalization grows with the square of consecutive ones.
 */
const folded = (text: string) =>
  text
    .replace(/\p{M}+/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * What a post's text is known by. Two posts with one key say the same, and the second is refused: a longer text, or one
 * with a link, whoever posts it and wherever; "Thank you, that helped" only when the same person says it again in the
 * same place.
 * @param threadId where a comment stands; null for a thread
 */
export async function textKeyOf(text: string, authorId: number, threadId: number | null): Promise<string> {
  const letters = folded(text);
  // A text of signs alone is compared as it is.
  const compared = letters === "" ? text.replace(/\s+/g, " ") : letters;
  const isDistinctive = Array.from(compared).length >= TELLING_LENGTH || countLinks(text) > 0;
  return sha256Hex(isDistinctive ? `all\n${compared}` : `${authorId} ${threadId}\n${compared}`);
}
