import { useState } from "react";
import { SubmissionButton, SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./submission-state.ts";
import { type SubmissionDone, SubmissionSuccess } from "./submission-success.tsx";

/** Lazily loaded by the landlords page, because it includes the validation code. */
export function LandlordsForm() {
  const [done, setDone] = useState<SubmissionDone | null>(null);
  const submission = useSubmission({
    variant: "landlords",
    onSubmitted: (submitted, email) => {
      // While a deployment spreads, the version before may answer, which tells no more than the notification.
      if ("listing" in submitted) setDone({ submitted, email });
    },
  });
  if (done !== null) return <SubmissionSuccess {...done} onAgain={() => setDone(null)} />;
  return (
    <SubmissionForm submission={submission}>
      <SubmissionButton submission={submission} className="w-full" />
    </SubmissionForm>
  );
}
