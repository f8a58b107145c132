import { getJson } from "./api.ts";

/** Query `meta` of data that is dropped when the operator's session ends. */
export const FOR_OPERATOR = { access: "operator" };

/** Who looks at the dashboard. */
export interface Viewer {
  sessionId: string;
  /** False while the operator paused all live updates. */
  isLive: boolean;
}

/** Timeout in milliseconds. */
const PATIENCE_MS = 10_000;

/** @throws ApiError, TypeError, DOMException after ten seconds */
export function getForOperator<T>(path: string, sessionId: string, signal: AbortSignal): Promise<T> {
  return getJson<T>(path, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    headers: { "x-stats-session": sessionId },
  });
}
