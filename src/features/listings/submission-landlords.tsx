import { useState } from "react";
import { SubmissionButton } from "./submission-button.tsx";
import { SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./submission-state.ts";

/** The landlords page's form. Loaded after the page itself, as it brings the validation code with it. */
export function LandlordsForm() {
  const [submitted, setSubmitted] = useState("");
  const submission = useSubmission({ variant: "landlords", onSubmitted: setSubmitted });
  return (
    <SubmissionForm submission={submission}>
      <SubmissionButton submission={submission} className="w-full" />
      <output className="empty:hidden">{!submission.isDirty && submitted}</output>
    </SubmissionForm>
  );
}
