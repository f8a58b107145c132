import { ClipboardCheck } from "lucide-react";
import { keysWithEffect } from "../../../../worker/contracts/listing-fields.ts";
import type { OwnerListing } from "../../../../worker/contracts/owners.ts";
import { toast } from "../../../lib/toast.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { KindDialog, KindFields } from "../submission/kind-question.tsx";
import { useListingEdit } from "../submission/listing-edit-state.ts";
import { toastOwnerFailure, useOwnerEdit } from "./owner-listing.queries.ts";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { RentInterpretation } from "../submission/rent-question.tsx";
import { PHONE_HINT, SubmissionFields } from "../submission/submission-fields.tsx";

/** Fields whose changes are reviewed before publication. */
const REVIEWED: ReadonlySet<string> = new Set([...keysWithEffect("review"), "images"]);

interface OwnerEditProps {
  token: string;
  listing: OwnerListing;
  /** Called after saving; the caller then mounts a new form for the saved listing. */
  onSaved(listing: OwnerListing): void;
}

export function OwnerEdit({ token, listing, onSaved }: OwnerEditProps) {
  const edit = useOwnerEdit(token);
  const { formId, form, photos, photoError, hasOptionalFields, changed, isPreparing, isSubmitting, kindCheck, submit } =
    useListingEdit(
      listing,
      async (changes) => {
        const saved = await edit.mutateAsync(changes).catch((error: unknown) => {
          toastOwnerFailure("Failed to update listing", error);
          throw error;
        });
        toast({
          title: "Listing updated successfully",
          description:
            [saved.status === "pending" && "It is in review. We publish it once it is approved.", saved.message]
              .filter((text) => !!text)
              .join(" ") || undefined,
        });
        onSaved(saved);
      },
      { checksRentAndKind: true },
    );
  const guard = useLeaveGuard(changed.size > 0);
  const leavesTheSite = listing.status === "approved" && [...changed].some((name) => REVIEWED.has(name));

  return (
    <section
      aria-labelledby="edit-heading"
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 id="edit-heading" tabIndex={-1} className="scroll-mt-24 text-xl font-bold outline-none">
        Edit Your Listing
      </h2>
      <p className="mt-1 mb-5 text-ink-muted">
        If you change the address, rent, bedrooms, kind of home, photos, phone or name, we review the listing again.
      </p>
      <form id={formId} noValidate method="post" onSubmit={submit} className="grid grid-cols-1 gap-8">
        <SubmissionFields
          register={form.register}
          rentInterpretation={<RentInterpretation form={form} />}
          kind={<KindFields form={form} required={listing.homeType !== null} />}
          errors={form.formState.errors}
          phone={{ required: false, hint: PHONE_HINT }}
          isLandlord
          hasOptionalFields={hasOptionalFields}
          photos={<PhotoPicker formId={formId} list={photos} error={photoError} disabled={isSubmitting} />}
        />
        <output className="empty:hidden">
          {leavesTheSite && (
            <span className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
              <ClipboardCheck aria-hidden className="mt-1 size-4 shrink-0" />
              Saving takes the listing off the site until a moderator has approved the change.
            </span>
          )}
        </output>
        <Button
          type="submit"
          size="lg"
          busy={isSubmitting}
          disabled={isPreparing || changed.size === 0}
          className="w-full sm:w-auto sm:justify-self-end"
        >
          {isSubmitting ? "Saving..." : isPreparing ? "Preparing photos..." : "Save Changes"}
        </Button>
      </form>
      <KindDialog check={kindCheck} />
      <DiscardDialog
        guard={guard}
        title="Discard your changes?"
        description="The changes to this listing have not been saved and will be lost."
      />
    </section>
  );
}
