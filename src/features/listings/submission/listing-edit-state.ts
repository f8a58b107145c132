import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState, type FormEvent } from "react";
import { useForm } from "react-hook-form";
import {
  listingDraft,
  type ListingDraft,
  type ListingDraftInput,
  type ListingEdit,
} from "../../../../worker/contracts/listings.schemas.ts";
import type { OwnerListing } from "../../../../worker/contracts/owners.ts";
import { photoPath } from "../../../../worker/contracts/photos.ts";
import { ApiError } from "../../../lib/api.ts";
import { attributeValues, saysMore, type SaidAttributes } from "./attribute-fields.ts";
import { useDenied, useKindCheck } from "./kind-question.tsx";
import { refuse, showServerErrors, type ListingForm } from "./submission-errors.ts";
import { usePhotoList } from "../photos/use-photo-list.ts";

/** JPEG quality of photos that are added to a listing. */
const QUALITY = 0.7;

/** What the words of a listing are read with: while none of it changes, nothing is asked that was answered before. */
const KIND_FACTS = ["address", "rent", "bedrooms", "homeType", "landlordName", "additionalInfo"];

/** What a form needs to know of the listing that it changes. */
export type EditedListing = Pick<
  OwnerListing,
  | "address"
  | "addressPrecision"
  | "rent"
  | "moveInDate"
  | "bedrooms"
  | "bathrooms"
  | "email"
  | "phone"
  | "landlordName"
  | "additionalInfo"
  | "images"
> &
  SaidAttributes;

function valuesOf(listing: EditedListing): ListingDraftInput {
  return {
    address: listing.address,
    addressPrecision: listing.addressPrecision,
    rent: listing.rent,
    moveInDate: listing.moveInDate,
    bedrooms: listing.bedrooms,
    bathrooms: listing.bathrooms,
    email: listing.email,
    phone: listing.phone ?? "",
    landlordName: listing.landlordName ?? "",
    additionalInfo: listing.additionalInfo ?? "",
    ...attributeValues(listing),
  };
}

/**
 * The state of a form that changes a listing. Only what was changed is sent. A failure keeps everything that was typed;
 * what somebody else changed meanwhile appears in the fields that were not touched. A new form is mounted after a
 * success: the photos begin with what is stored.
 * @param save sends the changes; what it throws is shown beside the fields it names
 * @param options asksBack: where the words say another kind of home than the fields, the landlord is asked
 */
export function useListingEdit(
  listing: EditedListing,
  save: (changes: ListingEdit) => Promise<void>,
  { asksBack = false }: { asksBack?: boolean } = {},
) {
  const formId = useId();
  const [photoError, setPhotoError] = useState<string>();
  const [stored] = useState(() => listing.images.map(photoPath));
  const [startedWithMore] = useState(() => saysMore(listing));
  const photos = usePhotoList({ quality: QUALITY, stored: listing.images });
  const form: ListingForm = useForm<ListingDraftInput, unknown, ListingDraft>({
    resolver: standardSchemaResolver(listingDraft),
    values: valuesOf(listing),
    resetOptions: { keepDirtyValues: true },
  });
  const denial = useDenied();
  // Read here, because the form tracks only what is read while rendering.
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
      setPhotoError(fields.images);
      showServerErrors(form, fields, formId);
    }
  };
  const refused = (errors: Parameters<typeof refuse>[0]) =>
    refuse(errors, form.getValues(), { formId, isPhoneRequired: false });
  const kindCheck = useKindCheck(form, denial, (kind) => {
    const names = new Set([...changed, ...Object.keys(kind ?? {})]);
    void form.handleSubmit((draft) => send(draft, names), refused)();
  });
  const submit = form.handleSubmit(async (draft) => {
    const mayAsk = asksBack && KIND_FACTS.some((name) => changed.has(name));
    if (!mayAsk || !kindCheck.asks(draft)) await send(draft);
  }, refused);

  return {
    formId,
    form,
    photos,
    photoError,
    /** Something was said, at first, of what may be left out. */
    saysMore: startedWithMore,
    /** Names of the fields that differ from what is stored. */
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
