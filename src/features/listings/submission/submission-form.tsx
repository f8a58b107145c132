import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { AddressInput } from "./address-input.tsx";
import { KindDialog, KindFields } from "./kind-question.tsx";
import { RentComparisonNote } from "./rent-comparison.tsx";
import { RentInterpretation } from "./rent-question.tsx";
import { SubmissionFields } from "./submission-fields.tsx";
import type { Submission } from "./submission-state.ts";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { checkLaw } from "../../../../worker/contracts/listings.ts";
import { call } from "../../../lib/api.ts";
import { pause } from "../../../lib/timing.ts";
import type { ListingForm } from "./submission-errors.ts";

/** Debounce in milliseconds, so that screen readers announce the notes once. */
const PAUSE_MS = 700;

/**
 * Explains which words of the description Ontario's law does not allow, with the same rules as for moderators. The
 * notes do not prevent submission.
 */
function LawNotes({ form }: { form: ListingForm }) {
  const text = useWatch({ control: form.control, name: "additionalInfo" }) ?? "";
  const { data: notes = [] } = useQuery({
    queryKey: ["law-notes", text],
    queryFn: async ({ signal }) => {
      await pause(PAUSE_MS, signal);
      return call(checkLaw, { body: { additionalInfo: text } }, { signal });
    },
    enabled: text.trim() !== "",
    placeholderData: (shown) => (text.trim() === "" ? undefined : shown),
  });
  return (
    <output className="mt-2 grid gap-2 text-sm empty:hidden">
      {notes.map(({ code, text: note, quotes = [], rule }) => (
        <p key={code} className="rounded-control bg-sunken px-3 py-2">
          {quotes.map((quote) => (
            <q key={quote}>{quote}</q>
          ))}{" "}
          <span>{note}</span>{" "}
          {rule && (
            <a href={rule.url} target="_blank" rel="noopener noreferrer" className="underline">
              {rule.name}
            </a>
          )}
        </p>
      ))}
    </output>
  );
}

interface SubmissionFormProps {
  submission: Submission;
  children?: ReactNode;
}

/** The landlord's form. The submit button is separate, because it may be in a dialog's footer. */
export function SubmissionForm({ submission, children }: SubmissionFormProps) {
  const { form, formId, photos, photoError, isSubmitting, leaveGuard, submit, kindCheck, draft } = submission;
  return (
    <form id={formId} noValidate method="post" onSubmit={submit} className="grid gap-8">
      {draft.isRestored && (
        <output className="flex flex-wrap items-center gap-x-3 text-sm">
          We restored what you typed before, without the photos.
          <Button variant="ghost" size="sm" onClick={draft.discard}>
            Start over
          </Button>
        </output>
      )}
      <SubmissionFields
        register={form.register}
        rentInterpretation={<RentInterpretation form={form} />}
        errors={form.formState.errors}
        phone={{ required: true }}
        isLandlord
        renderAddress={(ids) => <AddressInput form={form} {...ids} />}
        kind={<KindFields form={form} required />}
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

/** The submit button, disabled while photos are being prepared. */
export function SubmissionButton({ submission, className }: { submission: Submission; className?: string }) {
  const { formId, isSubmitting, photos } = submission;
  const isPreparing = photos.progress !== null;
  return (
    <Button type="submit" form={formId} size="lg" busy={isSubmitting} disabled={isPreparing} className={className}>
      {isSubmitting ? "Submitting..." : isPreparing ? "Preparing photos..." : "Submit Listing"}
    </Button>
  );
}
