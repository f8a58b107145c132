import type { Deps } from "../../platform/deps.ts";

const IV_BYTES = 12;

/** The key follows from SESSION_SECRET. */
async function keyOf(deps: Pick<Deps, "tokens">): Promise<CryptoKey> {
  const material = new TextEncoder().encode(await deps.tokens.keyedHash("withdrawals", "key"));
  const bytes = await crypto.subtle.digest("SHA-256", material);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypts a text that the log may not hold in the clear. */
export async function sealText(deps: Deps, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(deps), data);
  return new Uint8Array([...iv, ...new Uint8Array(sealed)]).toBase64();
}

/** The text that {@link sealText} encrypted; null when the secret is another one now. */
export async function openText(deps: Deps, sealed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.fromBase64(sealed);
    const [iv, data] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(deps), data);
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}
