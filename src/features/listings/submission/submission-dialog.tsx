import { useEffect, useState } from "react";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SubmissionButton, SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./submission-state.ts";

/** 'Post New': the landlord's form over the marketplace. */
export function SubmissionDialog({ onClose, presetBedrooms }: { onClose(): void; presetBedrooms?: Bedrooms }) {
  const [isDone, setIsDone] = useState(false);
  const submission = useSubmission({ variant: "marketplace", presetBedrooms, onSubmitted: () => setIsDone(true) });

  // After the render that empties the form: until then it would ask whether to discard what was just submitted.
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
