import { sha256Hex } from "../../../platform/tokens.ts";
import { foldText } from "../../../contracts/folded-text.ts";

/** Letters from which on a text is somebody's own: '2 bedroom apartment for rent' is written by many. */
const LETTERS_MIN = 60;

/**
 * Fingerprint of a text, 32 hexadecimal digits: the same for the same letters, whatever their case, accents, spaces, signs
 * and numbers, so that a new rent or phone number hides nothing. Null for a text of fewer than 60 letters.
 */
export async function lettersKeyOf(text: string | null | undefined): Promise<string | null> {
  const letters = foldText(text ?? "").text.replace(/[^\p{L}]/gu, "");
  return letters.length < LETTERS_MIN ? null : (await sha256Hex(letters)).slice(0, 32);
}
