import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { listingTitle, type AdminListing } from "../../../worker/contracts/listings.ts";
import {
  listingDraft,
  type ListingDraft,
  type ListingDraftInput,
  type ListingEdit,
} from "../../../worker/contracts/listings.schemas.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiscardDialog } from "../../ui/discard-dialog.tsx";
import { useEditListing } from "./admin-listings.queries.ts";
import { PhotoPicker } from "./photo-picker.tsx";
import { PHONE_HINT, SubmissionFields } from "./submission-fields.tsx";
import { refusal, showServerErrors, type ListingForm } from "./submission-errors.ts";
import { usePhotoList } from "./use-photo-list.ts";

/** JPEG quality of photos that a moderator adds. */
const QUALITY = 0.7;

function valuesOf(listing: AdminListing): ListingDraftInput {
  return {
    address: listing.address,
    rent: listing.rent,
    moveInDate: listing.moveInDate,
    bedrooms: listing.bedrooms,
    bathrooms: listing.bathrooms,
    email: listing.email,
    phone: listing.phone ?? "",
    additionalInfo: listing.additionalInfo ?? "",
  };
}

/**
 * 'Edit Property Listing'. Only what was changed is sent. A failure keeps everything that was typed; what somebody else
 * changed meanwhile appears in the fields that were not touched.
 */
export function AdminListingEdit({ listing, onClose }: { listing: AdminListing; onClose(): void }) {
  const formId = useId();
  const edit = useEditListing();
  const [isDone, setIsDone] = useState(false);
  const [photoError, setPhotoError] = useState<string>();
  const [stored] = useState(listing.images);
  const photos = usePhotoList({ quality: QUALITY, stored });
  const form: ListingForm = useForm<ListingDraftInput, unknown, ListingDraft>({
    resolver: standardSchemaResolver(listingDraft),
    values: valuesOf(listing),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const isPreparing = photos.progress !== null;
  const havePhotosChanged = isPreparing || photos.images.join(" ") !== stored.join(" ");
  const guard = useLeaveGuard((isDirty || havePhotosChanged) && !isDone);

  // After the render in which the guard learns that there is nothing left to lose.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  const save = (draft: ListingDraft) => {
    setPhotoError(undefined);
    const isChanged = (name: string) => dirtyFields[name as keyof ListingDraftInput] === true;
    const changes: ListingEdit = Object.fromEntries(Object.entries(draft).filter(([name]) => isChanged(name)));
    if (havePhotosChanged) changes.images = photos.images;
    if (Object.keys(changes).length === 0) return onClose();
    return edit.mutate(
      { id: listing.id, edit: changes },
      {
        onSuccess: () => {
          toast({ title: "Listing updated successfully" });
          setIsDone(true);
        },
        onError: (error) => {
          toastFailure("Failed to update listing", error);
          const fields = (error instanceof ApiError && error.body?.fields) || {};
          setPhotoError(fields.images);
          showServerErrors(form, fields, formId);
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!edit.isPending}
      title="Edit Property Listing"
      description={listingTitle(listing.bedrooms, listing.address)}
      footer={
        <>
          <Button variant="ghost" disabled={edit.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={edit.isPending} disabled={isPreparing}>
            {isPreparing ? "Preparing photos..." : "Save Changes"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.isPending || isPreparing) return;
          void form.handleSubmit(save, (refused) =>
            toast({ ...refusal(refused, form.getValues(), false), variant: "destructive" }),
          )(event);
        }}
      >
        <SubmissionFields
          register={form.register}
          errors={errors}
          phone={{ required: false, hint: PHONE_HINT }}
          withLandlordName={false}
          withRentHint={false}
        />
        <PhotoPicker
          formId={formId}
          list={photos}
          hint="PNG, JPG, JPEG (max 5MB each, up to 5 images)"
          error={photoError}
          disabled={edit.isPending}
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
