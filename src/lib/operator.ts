import { getJson } from "./api.ts";

/** Marks what only the operator may see, so that it is forgotten with their session. */
export const FOR_OPERATOR = { access: "operator" };

/** A call that is not answered within this time has failed. */
const PATIENCE_MS = 10_000;

/** Reads something with the operator's session. @throws ApiError, TypeError, DOMException after ten seconds */
export function getForOperator<T>(path: string, sessionId: string, signal: AbortSignal): Promise<T> {
  return getJson<T>(path, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    headers: { "x-stats-session": sessionId },
  });
}
