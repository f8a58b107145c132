import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { listingTitle, type AdminListing } from "../../../worker/contracts/listings.ts";
import { listingDraft, type ListingDraft, type ListingDraftInput } from "../../../worker/contracts/listings.schemas.ts";
import { ApiError } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toastFailure } from "./admin-listing-actions.tsx";
import { useEditListing } from "./admin-listings.queries.ts";
import { PhotoPicker } from "./photo-picker.tsx";
import { SubmissionFields } from "./submission-fields.tsx";
import { refusal, showServerErrors, type ListingForm } from "./submission-errors.ts";
import { usePhotoList } from "./use-photo-list.ts";

/** JPEG quality of photos that a moderator adds. */
const QUALITY = 0.7;

/** 'Edit Property Listing': a failure keeps everything that was typed. */
export function AdminListingEdit({ listing, onClose }: { listing: AdminListing; onClose(): void }) {
  const formId = useId();
  const edit = useEditListing();
  const [isLeaving, setIsLeaving] = useState(false);
  const [photoError, setPhotoError] = useState<string>();
  const photos = usePhotoList({ quality: QUALITY, stored: listing.images });
  const form: ListingForm = useForm<ListingDraftInput, unknown, ListingDraft>({
    resolver: standardSchemaResolver(listingDraft),
    defaultValues: {
      address: listing.address,
      rent: listing.rent,
      moveInDate: listing.moveInDate,
      bedrooms: listing.bedrooms,
      bathrooms: listing.bathrooms,
      email: listing.email,
      phone: listing.phone ?? "",
      additionalInfo: listing.additionalInfo ?? "",
    },
  });
  const { errors, isDirty } = form.formState;
  const havePhotosChanged = photos.progress !== null || photos.images.join(" ") !== listing.images.join(" ");
  const isPreparing = photos.progress !== null;

  const save = (draft: ListingDraft) => {
    setPhotoError(undefined);
    edit.mutate(
      { id: listing.id, edit: havePhotosChanged ? { ...draft, images: photos.images } : draft },
      {
        onSuccess: () => {
          toast({ title: "Listing updated successfully" });
          onClose();
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

  const leave = () => {
    if (isDirty || havePhotosChanged) setIsLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={leave}
      mayClose={!edit.isPending}
      title="Edit Property Listing"
      description={listingTitle(listing.bedrooms, listing.address)}
      footer={
        <>
          <Button variant="ghost" disabled={edit.isPending} onClick={leave}>
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
          phone={{ required: false }}
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
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Discard your changes?"
        description="The changes to this listing have not been saved and will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        onConfirm={onClose}
      />
    </Dialog>
  );
}
