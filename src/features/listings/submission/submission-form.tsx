import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { AddressInput } from "./address-input.tsx";
import { KindDialog } from "./kind-question.tsx";
import { LawNotes } from "./law-notes.tsx";
import { RentComparisonNote } from "./rent-comparison.tsx";
import { RentUnderstood } from "./rent-question.tsx";
import { SubmissionFields } from "./submission-fields.tsx";
import type { Submission } from "./submission-state.ts";

interface SubmissionFormProps {
  submission: Submission;
  children?: ReactNode;
}

/** The landlord's form; the submit button is separate, as it may be in a dialog's footer. */
export function SubmissionForm({ submission, children }: SubmissionFormProps) {
  const { form, formId, photos, photoError, isSubmitting, leaveGuard, submit, kindCheck, draft } = submission;
  return (
    <form id={formId} noValidate method="post" onSubmit={submit} className="grid gap-5">
      <p className="flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2 text-sm text-ink">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Your email stays private; renters see your phone number.
      </p>
      {draft.isRestored && (
        <output className="flex flex-wrap items-center gap-x-3 text-sm">
          What you typed before is here again, without photos.
          <Button variant="ghost" size="sm" onClick={draft.discard}>
            Start over
          </Button>
        </output>
      )}
      <SubmissionFields
        register={form.register}
        understood={<RentUnderstood form={form} />}
        errors={form.formState.errors}
        phone={{ required: true }}
        isLandlord
        renderAddress={(ids) => <AddressInput form={form} {...ids} />}
        comparison={<RentComparisonNote form={form} />}
        lawNotes={<LawNotes form={form} />}
        photos={
          <PhotoPicker
            formId={formId}
            list={photos}
            hint="PNG, JPG, JPEG (max 5MB)"
            error={photoError}
            disabled={isSubmitting}
          />
        }
      />
      {children}
      <KindDialog check={kindCheck} />
      <DiscardDialog
        guard={leaveGuard}
        title="Discard this listing?"
        description="What you typed and the photos you added have not been submitted and will be lost."
      />
    </form>
  );
}

/** Disabled while photos are being prepared. */
export function SubmissionButton({ submission, className }: { submission: Submission; className?: string }) {
  const { formId, isSubmitting, photos } = submission;
  const isPreparing = photos.progress !== null;
  return (
    <Button type="submit" form={formId} size="lg" busy={isSubmitting} disabled={isPreparing} className={className}>
      {isSubmitting ? "Submitting..." : isPreparing ? "Preparing photos..." : "Submit Listing"}
    </Button>
  );
}
