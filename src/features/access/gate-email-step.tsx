import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import {
  type AccessSource,
  checkSubscription,
  requestAccessCode,
  VERIFY_DEBOUNCE_MS,
  VERIFY_MIN_CHARACTERS,
} from "../../../worker/contracts/subscribers.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput, Field } from "../../ui/field.tsx";

/** Returns a ref for a step's field. The field gets the focus if the step follows another one. */
export function useStepFocus(takesFocus: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return input;
}

/** State of the verification. `unknown` means that the address has no subscription. */
type Verification = { status: "idle" } | { status: "checking" } | { status: "unknown"; address: string };

/**
 * Returns the error text. For a 429 it is the server's message, because 'Try again' would be wrong after a rate limit.
 */
function verificationFailure(error: unknown): string {
  const text = "Unable to verify subscription status. Please try again.";
  return error instanceof ApiError && error.status === 429 ? errorText(error, text) : text;
}

/** Verifies an email address after a pause in typing; `check` verifies it at once. */
function useVerification(onVerified: (source: AccessSource | null) => void, onFailed: (error: unknown) => void) {
  const [state, setState] = useState<Verification>({ status: "idle" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Number of the latest check; results of earlier ones are ignored. */
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

  /** Resolves to true if the address has no subscription. */
  const check = async (address: string): Promise<boolean> => {
    if (state.status === "unknown" && state.address === address) return true;
    forget();
    const mine = run.current;
    setState({ status: "checking" });
    try {
      const { isSubscribed, accessSource } = await call(checkSubscription, { body: { email: address } });
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

interface GateEmailStepProps {
  email: string;
  onEmail(email: string): void;
  takesFocus: boolean;
  onVerified(source: AccessSource | null): void;
  /**
   * Called if the address has no known subscription; `message` says that a code was emailed if the address has access.
   */
  onCodeRequested(message: string): void;
  onJoin(): void;
}

/** Classes of a row with a field and its button. */
export const fieldRowClass = "grid grid-cols-[minmax(0,1fr)_auto] gap-2";

/** Step that checks the email address while the visitor types, and on Continue. */
export function GateEmailStep({ email, onEmail, takesFocus, onVerified, onCodeRequested, onJoin }: GateEmailStepProps) {
  const input = useStepFocus(takesFocus);
  const reasonId = useId();
  const isBlank = cleanLine(email) === "";
  const [problem, setProblem] = useState<string>();

  const refuse = (text: string) => {
    setProblem(text);
    toast({ title: "Verification Failed", description: text, variant: "destructive" });
  };
  const { status, check, typed } = useVerification(onVerified, (error) => refuse(verificationFailure(error)));
  const [isRequesting, setIsRequesting] = useState(false);
  const isChecking = status === "checking" || isRequesting;
  /** True if the visitor clicked Join while a code was being requested; the join step then stays open. */
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => void (hasLeft.current = true);
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    const address = cleanLine(email);
    if (!isEmail(address)) {
      refuse(INVALID_EMAIL);
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    if (!(await check(address))) return;
    setIsRequesting(true);
    try {
      const { message } = await call(requestAccessCode, { body: { email: address } });
      if (!hasLeft.current) onCodeRequested(message);
    } catch (error) {
      if (hasLeft.current) return;
      setIsRequesting(false);
      refuse(errorText(error, "The code could not be sent. Please try again."));
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-2 sm:gap-4">
      <Field label="Your email address" required error={problem}>
        {(ids) => (
          <div className={fieldRowClass}>
            <EmailInput
              {...ids}
              ref={input}
              placeholder="name@example.com"
              value={email}
              readOnly={isRequesting}
              onChange={({ target }) => {
                setProblem(undefined);
                onEmail(target.value);
                typed(target.value);
              }}
            />
            <Button type="submit" disabled={isBlank} busy={isChecking} aria-describedby={reasonId}>
              Continue
            </Button>
          </div>
        )}
      </Field>
      <output id={reasonId} className="block min-h-5 text-sm text-ink-muted">
        {isBlank && "Enter your email to continue."}
        {isChecking && "Checking…"}
        {status === "unknown" && "We found no subscription for this address. Continue to sign in or to join."}
      </output>
      {status === "unknown" && (
        <div>
          <Button variant="secondary" onClick={onJoin}>
            Join with this address
          </Button>
        </div>
      )}
    </form>
  );
}
