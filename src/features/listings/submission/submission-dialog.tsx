import { useEffect, useState } from "react";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SubmissionButton, SubmissionForm } from "./submission-form.tsx";
import { toastSubmitted, useSubmission } from "./submission-state.ts";

/** Dialog 'Post New'. */
export function SubmissionDialog({ onClose, presetBedrooms }: { onClose(): void; presetBedrooms?: Bedrooms }) {
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmission({
    variant: "marketplace",
    presetBedrooms,
    onSubmitted: (submitted) => {
      toastSubmitted(submitted);
      setIsDone(true);
    },
  });

  // Closes only once the reset form is rendered; before that, the leave guard would see unsaved input.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!submission.isSubmitting}
      title="Post a Listing"
      description="Free for landlords with a unit below market. Every listing is reviewed before it is published."
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={submission.isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <SubmissionButton submission={submission} />
        </>
      }
    >
      <SubmissionForm submission={submission} />
    </Dialog>
  );
}
