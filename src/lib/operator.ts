import type { AnswerOf, Operation } from "../../worker/contracts/operation.ts";
import { call, type CallInput } from "./api.ts";

/** Query `meta` of data that is dropped when the operator's session ends. */
export const FOR_OPERATOR = { access: "operator" };

/** The operator who views the dashboard. */
export interface Viewer {
  sessionId: string;
  /** False while the operator has paused all live updates. */
  isLive: boolean;
}

/** Timeout in milliseconds. */
const TIMEOUT_MS = 10_000;

/** @throws ApiError, TypeError, DOMException after ten seconds */
export function callForOperator<Op extends Operation>(
  operation: Op,
  input: CallInput<Op>,
  sessionId: string,
  signal: AbortSignal,
): Promise<AnswerOf<Op>> {
  const options = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: { "x-stats-session": sessionId },
  };
  return call(operation, input, options);
}
