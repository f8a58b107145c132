import { useState } from "react";
import type { Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SubmissionButton } from "./submission-button.tsx";
import { SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./submission-state.ts";

interface SubmissionDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  presetBedrooms?: Bedrooms;
}

/** 'Post New': the landlord's form over the marketplace. It starts blank each time it is opened. */
export function SubmissionDialog({ open, ...props }: SubmissionDialogProps) {
  return open ? <OpenSubmissionDialog {...props} /> : null;
}

function OpenSubmissionDialog({ onOpenChange, presetBedrooms }: Omit<SubmissionDialogProps, "open">) {
  const [isLeaving, setIsLeaving] = useState(false);
  const submission = useSubmission({ variant: "marketplace", presetBedrooms, onSubmitted: () => onOpenChange(false) });

  const leave = () => {
    if (submission.isDirty) setIsLeaving(true);
    else onOpenChange(false);
  };

  return (
    <Dialog
      open
      onOpenChange={leave}
      mayClose={!submission.isSubmitting}
      title="Post a Listing"
      description="Free for landlords with a unit below market. Every listing is reviewed before it is published."
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={submission.isSubmitting} onClick={leave}>
            Cancel
          </Button>
          <SubmissionButton submission={submission} />
        </>
      }
    >
      <SubmissionForm submission={submission} />
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Discard this listing?"
        description="What you typed and the photos you added have not been submitted and will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
