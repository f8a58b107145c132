import { useEffect, useRef, useState } from "react";
import { type AccessSource, VERIFY_DEBOUNCE_MS, VERIFY_MIN_CHARACTERS } from "../../../worker/contracts/subscribers.ts";
import { cleanLine, isEmail } from "../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { verifySubscription } from "./access.queries.ts";

/** What is known about an address: nothing, not yet, or that it has no subscription. */
type Verification = { status: "idle" } | { status: "checking" } | { status: "unknown"; address: string };

/** To somebody who is too fast, 'try again' would be wrong: they read what the server says. */
export function verificationFailure(error: unknown): string {
  const text = "Unable to verify subscription status. Please try again.";
  return error instanceof ApiError && error.status === 429 ? errorText(error, text) : text;
}

/** Verifies the address that is being typed, a while after the last key, and on request. */
export function useVerification(onVerified: (source: AccessSource | null) => void, onFailed: (error: unknown) => void) {
  const [state, setState] = useState<Verification>({ status: "idle" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The latest run; the answers of those before it are not waited for. */
  const run = useRef(0);

  const forget = () => {
    clearTimeout(timer.current);
    run.current += 1;
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      run.current += 1;
    },
    [],
  );

  /** Whether the address is known to have no subscription. */
  const check = async (address: string): Promise<boolean> => {
    if (state.status === "unknown" && state.address === address) return true;
    forget();
    const mine = run.current;
    setState({ status: "checking" });
    try {
      const { isSubscribed, accessSource } = await verifySubscription(address);
      if (mine !== run.current) return false;
      setState(isSubscribed ? { status: "idle" } : { status: "unknown", address });
      if (isSubscribed) onVerified(accessSource);
      return !isSubscribed;
    } catch (error) {
      if (mine !== run.current) return false;
      setState({ status: "idle" });
      onFailed(error);
      return false;
    }
  };

  const typed = (text: string) => {
    forget();
    setState({ status: "idle" });
    const address = cleanLine(text);
    if (address.length >= VERIFY_MIN_CHARACTERS && isEmail(address))
      timer.current = setTimeout(() => void check(address), VERIFY_DEBOUNCE_MS);
  };

  return { status: state.status, check, typed };
}
