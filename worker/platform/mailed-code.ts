import type { Deps } from "./deps.ts";

/** Numbers below the largest multiple of the number of codes make all codes equally likely. */
const RANGE = 2 ** 32;

/**
 * Digits that follow from a secret and a request, uniformly distributed: so a mail can be tried again without the code
 * being stored.
 * @param kind what the code is for; codes of different kinds have nothing to do with each other
 * @param request identifies the request
 * @param digits at most 9
 */
export async function mailedCode(
  deps: Pick<Deps, "tokens">,
  kind: string,
  request: string,
  digits: number,
): Promise<string> {
  const codes = 10 ** digits;
  const hash = await deps.tokens.keyedHash(kind, request);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(hash)));
  const number = new DataView(bytes.buffer).getUint32(0);
  return number < RANGE - (RANGE % codes)
    ? String(number % codes).padStart(digits, "0")
    : mailedCode(deps, kind, `${request}+`, digits);
}
