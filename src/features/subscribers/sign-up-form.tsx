import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { nextEdition } from "../../../worker/contracts/digest.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { errorText } from "../../lib/api.ts";
import { earlySubmitProps } from "../../lib/early-submit.ts";
import { emailProblem, subscribe } from "../../lib/subscribe.ts";
import { useLazyModule } from "../../lib/use-lazy-module.ts";
import { PATHS } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { visitId } from "../../lib/visit.ts";
import { Button } from "../../ui/button.tsx";
import { ConsentNote } from "../../ui/notice.tsx";
import { EmailInput, Field, NoScriptNote } from "../../ui/field.tsx";

const loadWishes = () => import("../../ui/wish-fields.tsx");

export function SignUpForm() {
  const [problem, setProblem] = useState<string>();
  /** The address of the last successful sign-up. */
  const [sentTo, setSentTo] = useState<string>();
  const [sending, setSending] = useState<"first" | "again">();
  const { module: wishes, request: requestWishes, prepare: prepareWishes } = useLazyModule(loadWishes);
  const [isWishing, setIsWishing] = useState(false);
  // Uncontrolled, to keep what was typed before hydration.
  const input = useRef<HTMLInputElement>(null);

  const { hash } = useLocation();
  useEffect(() => {
    // Shows the form even to a visitor who has joined, if a link leads to it. Needed because links within the
    // application set no `:target`.
    if (PATHS.join.endsWith(hash) && hash !== "" && !document.querySelector(":target"))
      delete document.documentElement.dataset["known"];
  }, [hash]);

  const refuse = (text: string, fieldText = text) => {
    setProblem(fieldText);
    toast({ title: "Error", description: text, variant: "destructive" });
    input.current?.focus();
  };

  const send = async (address: string, nth: "first" | "again") => {
    if (sending) return;
    setProblem(undefined);
    setSending(nth);
    try {
      const message = await subscribe({ email: address, sessionId: visitId() });
      setSentTo(address);
      if (nth === "first") input.current?.form?.reset();
      toast({ title: "Success!", description: message });
    } catch (error) {
      refuse(errorText(error, "Something went wrong. Please try again."), emailProblem(error));
    } finally {
      setSending(undefined);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = cleanLine(input.current?.value ?? "");
    if (isEmail(address)) void send(address, "first");
    else refuse(INVALID_EMAIL);
  };

  const form = (
    <form
      id="join"
      tabIndex={-1}
      noValidate
      method="post"
      aria-label="Join the Community"
      onSubmit={submit}
      className="scroll-mt-4 outline-none"
      {...earlySubmitProps}
    >
      <div className="sign-up-row">
        <Field label="Your email address" required error={problem}>
          {(ids) => (
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
              <EmailInput {...ids} ref={input} placeholder="Your email" readOnly={sending !== undefined} />
              <Button type="submit" busy={sending === "first"} className="max-sm:px-2 max-sm:text-sm">
                {sending === "first" ? "Submitting..." : "Join the Community"}
              </Button>
            </div>
          )}
        </Field>
      </div>
      <NoScriptNote to="To join" />
      <output className="block font-semibold text-accent max-sm:text-sm">
        {sentTo !== undefined && "Success! Check your email to confirm your subscription."}
      </output>
      {sentTo !== undefined && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:px-2"
            onPointerEnter={prepareWishes}
            onFocus={prepareWishes}
            onClick={() => void requestWishes().then(setIsWishing)}
          >
            Choose rent and area
          </Button>
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:px-2"
            busy={sending === "again"}
            onClick={() => void send(sentTo, "again")}
          >
            {sending === "again" ? "Sending..." : "Send it again"}
          </Button>
        </div>
      )}
      <div className="sign-up-consent">
        <ConsentNote />
      </div>
    </form>
  );
  return (
    <div className="sign-up">
      {form}
      <Countdown />
      {/* Rendered outside the form, because forms must not be nested. */}
      {isWishing && wishes && sentTo !== undefined && (
        <wishes.WishesDialog email={sentTo} onClose={() => setIsWishing(false)} />
      )}
    </div>
  );
}

const SECOND_MS = 1000;

/** Calls `listener` at the start of each second of the clock. */
function everySecond(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      SECOND_MS - (Date.now() % SECOND_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

const currentSecond = () => Math.floor(Date.now() / SECOND_MS);
const noneOnServer = () => null;
const twoDigits = (value: number) => String(value).padStart(2, "0");

function Digits({ children }: { children: string }) {
  return <span className="font-bold text-ink tabular-nums">{children}</span>;
}

/** Returns the time until the next edition, rounded up to full seconds; `hours` may exceed 24. */
export function untilNextEdition(now: Date): { hours: number; minutes: number; seconds: number } {
  const left = Math.ceil((nextEdition(now).time.getTime() - now.getTime()) / 1000);
  return { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
}

function TimeLeft({ second }: { second: number }) {
  const { hours, minutes, seconds } = untilNextEdition(new Date(second * SECOND_MS));
  return (
    <>
      Next email in <Digits>{String(hours)}</Digits> {hours === 1 ? "hour" : "hours"}{" "}
      <Digits>{twoDigits(minutes)}</Digits> min <Digits>{twoDigits(seconds)}</Digits> sec
    </>
  );
}

/**
 * Countdown to the next edition. The server renders a fixed text of the same height. The role `timer` keeps screen
 * readers from reading it every second.
 */
function Countdown() {
  const second = useSyncExternalStore(everySecond, currentSecond, noneOnServer);
  return (
    <p role="timer" className="mt-1 text-sm whitespace-nowrap text-ink-muted">
      {second === null ? "Sent at 10 a.m. Toronto time" : <TimeLeft second={second} />}
    </p>
  );
}
