import { Button } from "../../../ui/button.tsx";
import type { Submission } from "./submission-state.ts";

/** Sends the form; waits while photos are being prepared. */
export function SubmissionButton({ submission, className }: { submission: Submission; className?: string }) {
  const { formId, isSubmitting, photos } = submission;
  const isPreparing = photos.progress !== null;
  return (
    <Button type="submit" form={formId} size="lg" busy={isSubmitting} disabled={isPreparing} className={className}>
      {isSubmitting ? "Submitting..." : isPreparing ? "Preparing photos..." : "Submit Listing"}
    </Button>
  );
}
