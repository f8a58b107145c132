/** A webhook's headers (docs.svix.com/receiving/verifying-payloads/how-manual). */
export interface SvixHeaders {
  id: string | undefined;
  /** Time of the signature, in seconds since 1970. */
  timestamp: string | undefined;
  /** `v1,{base64}`, or several signatures separated by spaces while the secret is being changed. */
  signature: string | undefined;
}

/** Maximum difference between the time of a signature and the current time. */
const TOLERANCE_MS = 300_000;
/** Maximum number of signatures examined. */
const MAX_SIGNATURES = 5;

/** Decodes base64; null for any other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

/**
 * Returns whether the body of a webhook was signed with a secret (`whsec_{base64}`) within five minutes of now.
 * WebCrypto compares in constant time.
 */
export async function isSignedBySvix(
  secret: string,
  { id, timestamp, signature }: SvixHeaders,
  body: Uint8Array,
  now: Date,
): Promise<boolean> {
  const key = bytesOf(secret.replace(/^whsec_/, ""));
  if (!key || key.length === 0 || !id || !signature || !/^\d{1,12}$/.test(timestamp ?? "")) return false;
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > TOLERANCE_MS) return false;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const verifier = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
  const content = await new Blob([`${id}.${timestamp}.`, new Uint8Array(body)]).arrayBuffer();
  for (const one of signature.split(" ", MAX_SIGNATURES)) {
    const given = one.startsWith("v1,") ? bytesOf(one.slice(3)) : null;
    if (given && (await crypto.subtle.verify(hmac, verifier, given, content))) return true;
  }
  return false;
}
