import { Encrypter } from "age-encryption";

/** Whether a text is an age public key that files can be encrypted to (`age1…`). */
export function isPublicKey(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}
