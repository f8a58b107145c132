import { type FormEvent, useState } from "react";
import {
  type AccessSource,
  getAccess,
  requestAccessCode,
  tryAccessCode,
} from "../../../worker/contracts/subscribers.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { emailProblem, storeAccess, subscribe } from "../../lib/subscribe.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConsentNote } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { WishesForm, WISHES_TEXT } from "../../ui/wish-fields.tsx";
import { EmailInput, Field, TextInput } from "../../ui/field.tsx";
import { fieldRowClass, GateEmailStep, useStepFocus } from "./gate-email-step.tsx";

interface GateCodeStepProps {
  email: string;
  /** The server's message about the emailed code. */
  message: string;
  onMessage(message: string): void;
  onVerified(source: AccessSource | null): void;
  onBack(): void;
  onJoin(): void;
}

/** Step that signs in with an emailed code. */
function GateCodeStep({ email, message, onMessage, onVerified, onBack, onJoin }: GateCodeStepProps) {
  const input = useStepFocus(true);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"sending" | "verifying">();
  const address = cleanLine(email);

  const refuse = (title: string, text: string) => {
    setProblem(text);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const digits = code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(digits)) {
      refuse("Verification Failed", "Please enter the six digits of the code.");
      return;
    }
    setProblem(undefined);
    setBusy("verifying");
    try {
      onVerified((await call(tryAccessCode, { body: { email: address, code: digits } })).accessSource);
    } catch (error) {
      refuse("Verification Failed", errorText(error, "Unable to verify subscription status. Please try again."));
    } finally {
      setBusy(undefined);
    }
  };

  const sendAgain = async () => {
    setProblem(undefined);
    setBusy("sending");
    // Clears the message first, so that screen readers also announce an unchanged one.
    onMessage("");
    try {
      onMessage((await call(requestAccessCode, { body: { email: address } })).message);
    } catch (error) {
      refuse("Code Not Sent", errorText(error, "The code could not be sent. Please try again."));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div>
        <p className="font-semibold wrap-anywhere">{address}</p>
        <output className="block text-ink-muted">{message}</output>
      </div>
      <Field label="Enter the code we sent" required error={problem} hint="Six digits, valid for 10 minutes.">
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            className="text-lg tracking-widest tabular-nums"
            value={code}
            readOnly={busy !== undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" disabled={busy === "sending"} busy={busy === "verifying"}>
        {busy === "verifying" ? "Verifying..." : "Sign In"}
      </Button>
      <div className="rounded-card bg-sunken p-4">
        <p className="mb-2">No code in your mailbox? Not a member yet?</p>
        <Button variant="secondary" onClick={onJoin}>
          Join with this address
        </Button>
      </div>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" onClick={onBack}>
          Use another address
        </Button>
        <Button
          variant="ghost"
          disabled={busy === "verifying"}
          busy={busy === "sending"}
          onClick={() => void sendAgain()}
        >
          {busy === "sending" ? "Sending..." : "Send a new code"}
        </Button>
      </div>
    </form>
  );
}

/** Returns the access that the server remembers for this browser. @throws ApiError, TypeError */
export const accessSession = () => call(getAccess);

type Step = "email" | "code" | "join" | "wishes";

const TEXTS: Record<Step, { title: string; description?: string }> = {
  email: {
    title: "Enter your email to proceed for free",
    description: "Join our community to get notified of new below-market listings. You can unsubscribe anytime.",
  },
  code: { title: "Sign in with your email" },
  join: {
    title: "Get new listings by email",
    description: "New below-market listings every Monday, Wednesday and Friday. Free, and you can unsubscribe anytime.",
  },
  wishes: WISHES_TEXT,
};

/** Dialog that invites the visitor to sign in with existing access, or to join. */
export function GateDialog({ start, onClose }: { start: "email" | "join"; onClose(): void }) {
  const [step, setStep] = useState<Step>(start);
  const [hasMoved, setHasMoved] = useState(false);
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");

  const go = (next: Step) => {
    dismissToasts();
    setHasMoved(true);
    setStep(next);
  };
  const welcome = (source: AccessSource | null) => {
    const known = source ?? "email subscription";
    storeAccess(known);
    toast({
      title: "Welcome Back",
      description: `Access confirmed via ${known}. Enjoy full marketplace access.`,
    });
    onClose();
  };

  const common = { email, onEmail: setEmail, takesFocus: hasMoved };
  const { title, description } = TEXTS[step];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      shape={hasMoved ? "sheet" : "low"}
      // On touch screens the heading gets the focus, because the keyboard would cover half of the page.
      initialFocus={matchMedia("(pointer: coarse)").matches ? "h2" : "input"}
      title={title}
      description={
        step === "email" || step === "join" ? (
          <>
            <span>{description}</span>{" "}
            <button type="button" className="-my-3 py-3 font-semibold text-accent underline" onClick={onClose}>
              or keep browsing
            </button>
          </>
        ) : (
          description
        )
      }
    >
      {step === "email" && (
        <GateEmailStep
          {...common}
          onVerified={welcome}
          onJoin={() => go("join")}
          onCodeRequested={(text) => {
            setMessage(text);
            go("code");
          }}
        />
      )}
      {step === "code" && (
        <GateCodeStep
          email={email}
          message={message}
          onMessage={setMessage}
          onVerified={welcome}
          onBack={() => go("email")}
          onJoin={() => go("join")}
        />
      )}
      {step === "join" && (
        <GateJoinStep {...common} onSignIn={() => go("email")} onWish={() => go("wishes")} onClose={onClose} />
      )}
      {step === "wishes" && <WishesForm email={cleanLine(email)} skip="Back to the listings" onDone={onClose} />}
    </Dialog>
  );
}

/**
 * The consent text. On phones it is a single sentence at first. The full text replaces it on request, or once the
 * visitor types, and therefore before the form can be sent.
 */
function ShortConsent() {
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole)
    return (
      // The clicked button has disappeared, and with it the focus.
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <ConsentNote />
      </div>
    );
  return (
    <>
      <div className="max-sm:[form:not(:has(input:not(:placeholder-shown)))_&]:hidden">
        <ConsentNote />
      </div>
      <p className="text-legal text-ink-muted sm:hidden [form:has(input:not(:placeholder-shown))_&]:hidden">
        By joining you agree to our emails. You can stop at any time.{" "}
        <button
          type="button"
          className="-my-4 py-4 font-semibold text-accent underline"
          onClick={() => setIsWhole(true)}
        >
          More
        </button>
      </p>
    </>
  );
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

interface GateJoinStepProps {
  email: string;
  onEmail(email: string): void;
  takesFocus: boolean;
  onSignIn(): void;
  /** Opens the next step after a sign-up. */
  onWish(): void;
  onClose(): void;
}

function failureText(error: unknown): string {
  return error instanceof ApiError ? errorText(error, "Please try again.") : "Unable to subscribe. Please try again.";
}

function GateJoinStep({ email, onEmail, takesFocus, onSignIn, onWish, onClose }: GateJoinStepProps) {
  const input = useStepFocus(takesFocus);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  /** The server's message. */
  const [message, setMessage] = useState("");

  const refuse = (title: string, text: string, fieldText = text) => {
    setProblem(fieldText);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = cleanLine(email);
    if (address === "") {
      refuse("Email Required", "Please enter your email address.");
      return;
    }
    if (!isEmail(address)) {
      refuse("Subscription Failed", INVALID_EMAIL);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    try {
      setMessage(await subscribe({ email: address }));
      toast({ title: "Successfully Subscribed!" });
    } catch (error) {
      refuse("Subscription Failed", failureText(error), emailProblem(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div>
      <output className="block not-empty:mb-4">{message}</output>
      {message === "" ? (
        <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-2 sm:gap-4">
          <Field label="Your email address" required error={problem}>
            {(ids) => (
              <div className={fieldRowClass}>
                <EmailInput
                  {...ids}
                  ref={input}
                  placeholder="name@example.com"
                  value={email}
                  readOnly={isSending}
                  onChange={(event) => onEmail(event.target.value)}
                />
                <Button type="submit" busy={isSending}>
                  {isSending ? "Subscribing..." : "Subscribe"}
                </Button>
              </div>
            )}
          </Field>
          <ShortConsent />
          <div className="-my-2">
            <Button variant="ghost" className="-ml-4" disabled={isSending} onClick={onSignIn}>
              I have already joined
            </Button>
          </div>
        </form>
      ) : (
        // The submit button has disappeared, and with it the focus.
        <div className="grid gap-2">
          <Button size="lg" ref={focusOnMount} onClick={onWish}>
            Choose bedrooms, rent and area
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Back to the listings
          </Button>
        </div>
      )}
    </div>
  );
}
