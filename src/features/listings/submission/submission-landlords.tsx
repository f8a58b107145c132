import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SubmissionButton, SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./submission-state.ts";

/** Lazily loaded by the landlords page, because it includes the validation code. */
export function LandlordsForm() {
  const [submitted, setSubmitted] = useState<string | null>(null);
  const submission = useSubmission({ variant: "landlords", onSubmitted: setSubmitted });
  if (submitted !== null) return <SubmittedPanel message={submitted} onAgain={() => setSubmitted(null)} />;
  return (
    <SubmissionForm submission={submission}>
      <SubmissionButton submission={submission} className="w-full" />
    </SubmissionForm>
  );
}

function SubmittedPanel({ message, onAgain }: { message: string; onAgain(): void }) {
  const panel = useRef<HTMLDivElement>(null);
  // The form is gone with the focus, and the page is much shorter.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="flex flex-col items-center gap-3 rounded-card bg-accent-soft px-4 py-10 text-center outline-none"
    >
      <CircleCheck aria-hidden className="size-12 text-accent" />
      <p className="text-xl font-bold">{message}</p>
      <p>We review it before it is published.</p>
      <Button variant="secondary" className="mt-2" onClick={onAgain}>
        Submit Another Rental
      </Button>
    </div>
  );
}
