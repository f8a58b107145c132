import type { Deps } from "./deps.ts";

/**
 * Size of the range of random numbers. Numbers beyond the largest multiple of the number of codes are skipped, so that
 * all codes are equally likely.
 */
const RANGE = 2 ** 32;

/**
 * Derives uniformly distributed digits from a secret and a request, so that an email can be retried without storing its
 * code.
 * @param kind the purpose of the code; codes of different kinds are unrelated
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
