import { useRef, useState, type FormEvent } from "react";
import { sendListingLinks } from "../../../../worker/contracts/listings.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../../worker/contracts/text.ts";
import { call, errorText } from "../../../lib/api.ts";
import { earlySubmitProps } from "../../../lib/early-submit.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

/** Form 'Lost your link?', which emails the manage links of an address's listings again. */
export function LostLink() {
  const [problem, setProblem] = useState<string>();
  const [message, setMessage] = useState("");
  const [isSending, setIsSending] = useState(false);
  // Uncontrolled, to keep what was typed before hydration.
  const input = useRef<HTMLInputElement>(null);

  const refuse = (title: string, text: string) => {
    setProblem(text);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setMessage("");
    const address = cleanLine(input.current?.value ?? "");
    if (!isEmail(address)) {
      refuse("Check Your Email Address", INVALID_EMAIL);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    try {
      const answer = await call(sendListingLinks, { body: { email: address } });
      setMessage(answer.message);
      input.current?.form?.reset();
    } catch (error) {
      refuse("Links Not Sent", errorText(error, "Network error. Please try again."));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <section
      id="lost-link"
      tabIndex={-1}
      aria-labelledby="lost-link-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card outline-none sm:p-6"
    >
      <h2 id="lost-link-heading" className="text-lg font-semibold">
        Lost your link?
      </h2>
      <p className="mt-1 mb-4 text-ink-muted">
        The email we sent when you posted a listing has a link to edit, renew or remove it. We can send it again.
      </p>
      <form
        noValidate
        method="post"
        onSubmit={(event) => void submit(event)}
        className="grid grid-cols-1 gap-3"
        {...earlySubmitProps}
      >
        <Field label="Your email address" required error={problem}>
          {(ids) => (
            <TextInput
              {...ids}
              ref={input}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              readOnly={isSending}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={isSending}>
          {isSending ? "Sending..." : "Send My Links"}
        </Button>
        <output className="block font-semibold text-accent">{message}</output>
      </form>
    </section>
  );
}
