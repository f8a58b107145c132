import { Encrypter } from "age-encryption";

/** Returns whether a text is an age public key that files can be encrypted to (`age1…`). */
export function isPublicKey(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}
