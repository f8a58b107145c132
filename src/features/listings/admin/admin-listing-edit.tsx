import { useEffect, useState } from "react";
import { HOME_TYPE_NAMES, HOME_TYPES } from "../../../../worker/contracts/bedrooms.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { SelectField, withText } from "../../../ui/field.tsx";
import { AdminListingDifference, revisionAfter } from "./admin-listing-presence.tsx";
import { useEditListing } from "./admin-listings.queries.ts";
import { useListingEdit } from "../submission/listing-edit-state.ts";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import { RentInterpretation } from "../submission/rent-question.tsx";
import { PHONE_HINT, SubmissionFields } from "../submission/submission-fields.tsx";

/** Dialog 'Edit Property Listing'. */
export function AdminListingEdit({ listing, onClose }: { listing: AdminListing; onClose(): void }) {
  const edit = useEditListing();
  const [isDone, setIsDone] = useState(false);
  const { formId, form, photos, photoError, hasOptionalFields, changed, isPreparing, isSubmitting, submit } =
    useListingEdit(listing, async (changes) => {
      const revision = revisionAfter(edit.error, listing.revision);
      await edit.mutateAsync({ id: listing.id, edit: { ...changes, revision } }).catch((error: unknown) => {
        toastFailure("Failed to update listing", error);
        throw error;
      });
      toast({ title: "Listing updated successfully" });
      setIsDone(true);
    });
  const guard = useLeaveGuard(changed.size > 0 && !isDone);

  // Closes only after a render without unsaved input; before that, the leave guard would ask.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isSubmitting}
      title="Edit Property Listing"
      description={listingTitle(listing.bedrooms, listing.address)}
      footer={
        <>
          <Button variant="secondary" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting} disabled={isPreparing}>
            {isPreparing ? "Preparing photos..." : "Save Changes"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-8"
        onSubmit={(event) => {
          submit(event);
          if (changed.size === 0 && !isSubmitting) onClose();
        }}
      >
        <AdminListingDifference error={edit.error} />
        <SubmissionFields
          register={form.register}
          rentInterpretation={<RentInterpretation form={form} />}
          kind={
            <SelectField
              label="Kind of home (optional)"
              error={form.formState.errors.homeType?.message}
              options={[["", "Not stated"], ...HOME_TYPES.map(withText((kind) => HOME_TYPE_NAMES[kind]))]}
              {...form.register("homeType")}
            />
          }
          errors={form.formState.errors}
          phone={{ required: false, hint: PHONE_HINT }}
          isLandlord={false}
          hasOptionalFields={hasOptionalFields}
          photos={<PhotoPicker formId={formId} list={photos} error={photoError} disabled={isSubmitting} />}
        />
      </form>
      <DiscardDialog
        guard={guard}
        title="Discard your changes?"
        description="The changes to this listing have not been saved and will be lost."
      />
    </Dialog>
  );
}
