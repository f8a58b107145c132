import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState, type FormEvent } from "react";
import { useForm } from "react-hook-form";
import { keysWithEffect, type StatedFields } from "../../../../worker/contracts/listing-fields.ts";
import {
  listingDraft,
  type ListingDraft,
  type ListingDraftInput,
  type ListingEdit,
} from "../../../../worker/contracts/listings.schemas.ts";
import type { OwnerListing } from "../../../../worker/contracts/owners.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { ApiError } from "../../../lib/api.ts";
import { fieldValues, hasOptionalFields } from "./form-fields.ts";
import { type DismissedQuestion, requireKind, useKindCheck } from "./kind-question.tsx";
import { useRentQuestion } from "./rent-question.tsx";
import { refuse, showServerErrors, type ListingForm } from "./submission-errors.ts";
import { usePhotoList, withFileName } from "../photos/use-photo-list.ts";

/** JPEG quality of added photos. */
const QUALITY = 0.7;
const RESOLVER = standardSchemaResolver<ListingDraftInput, unknown, ListingDraft>(listingDraft);

export type EditedListing = StatedFields & Pick<OwnerListing, "images">;

/**
 * Returns the state of a form that edits a listing and sends only changed fields. The input survives errors, and
 * refetched values update untouched fields. Mount a new form after saving, because the photo list starts with the
 * stored photos.
 * @param save saves the changes; if it rejects, the error is shown at the fields that it names
 * @param options.checksRentAndKind true to ask about a rent that is not a monthly amount, and about a kind of home that
 * the text contradicts
 */
export function useListingEdit(
  listing: EditedListing,
  save: (changes: ListingEdit) => Promise<void>,
  { checksRentAndKind = false }: { checksRentAndKind?: boolean } = {},
) {
  const formId = useId();
  const [photoError, setPhotoError] = useState<string>();
  const dismissed = useState<DismissedQuestion>(null);
  const [stored] = useState(() => listing.images.map(photoPath));
  const [hadOptionalFields] = useState(() => hasOptionalFields(listing));
  const photos = usePhotoList({ quality: QUALITY, stored: listing.images });
  const form: ListingForm = useForm<ListingDraftInput, unknown, ListingDraft>({
    // A landlord who never stated the kind of home can still change other fields.
    resolver: checksRentAndKind && listing.homeType !== null ? requireKind(RESOLVER) : RESOLVER,
    shouldFocusError: false,
    values: fieldValues(listing),
    resetOptions: { keepDirtyValues: true },
  });
  // Read while rendering, because react-hook-form tracks only state that is read then.
  const { dirtyFields, isSubmitting } = form.formState;
  const isPreparing = photos.progress !== null;
  const areAsStored =
    photos.images.length === stored.length && stored.every((path, nth) => photos.images[nth]?.startsWith(path));
  const havePhotosChanged = isPreparing || !areAsStored;
  const changed = new Set<string>(Object.entries(dirtyFields).flatMap(([name, isDirty]) => (isDirty ? name : [])));
  if (havePhotosChanged) changed.add("images");

  const send = async (draft: ListingDraft, names: ReadonlySet<string> = changed) => {
    setPhotoError(undefined);
    const changes: ListingEdit = Object.fromEntries(Object.entries(draft).filter(([name]) => names.has(name)));
    if (havePhotosChanged) changes.images = photos.images;
    try {
      await save(changes);
    } catch (error) {
      const fields = (error instanceof ApiError && error.body?.fields) || {};
      setPhotoError(fields.images && withFileName(fields.images, photos.photos));
      showServerErrors(form, fields, formId);
    }
  };
  const refused = (errors: Parameters<typeof refuse>[0]) =>
    refuse(errors, form.getValues(), { formId, isPhoneRequired: false });
  const kindCheck = useKindCheck(form, dismissed, (kind) => {
    const names = new Set([...changed, ...Object.keys(kind ?? {})]);
    void form.handleSubmit((draft) => send(draft, names), refused)();
  });
  const askAboutRent = useRentQuestion(form);
  const submit = form.handleSubmit(async (draft) => {
    if (checksRentAndKind && changed.has("rent") && askAboutRent(draft.rent)) return;
    const mayAsk = checksRentAndKind && keysWithEffect("kind").some((name) => changed.has(name));
    if (!mayAsk || !kindCheck.ask(draft)) await send(draft);
  }, refused);

  return {
    formId,
    form,
    photos,
    photoError,
    /** True if an optional field was filled at first. */
    hasOptionalFields: hadOptionalFields,
    /** Names of fields that differ from the stored listing. */
    changed,
    isPreparing,
    isSubmitting,
    kindCheck,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!isSubmitting && !isPreparing && changed.size > 0) void submit(event);
    },
  };
}
