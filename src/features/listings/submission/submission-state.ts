import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState, useEffect } from "react";
import { useForm } from "react-hook-form";
import type { ErrorCode } from "../../../../worker/contracts/errors.ts";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import {
  SUBMITTED_MESSAGE,
  type Submitted,
  submitListing,
  submitProperty,
} from "../../../../worker/contracts/listings.ts";
import {
  marketplaceListingDraft,
  type ListingDraft,
  type ListingDraftInput,
} from "../../../../worker/contracts/listings.schemas.ts";
import { ApiError, call } from "../../../lib/api.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { type LeaveGuard, useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { FIELD_ORDER, fieldValues, type SubmissionField } from "./form-fields.ts";
import { type DismissedQuestion, type KindCheck, requireKind, useKindCheck } from "./kind-question.tsx";
import { useRentQuestion } from "./rent-question.tsx";
import { type ListingForm, refuse, showServerErrors } from "./submission-errors.ts";
import { usePhotoList, withFileName, type PhotoList } from "../photos/use-photo-list.ts";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** Local storage key of the draft. */
const KEY = "listing_draft";
/** Period for which a draft is stored; only a week, because others may use the device. */
const KEPT_MS = 7 * DAY_MS;

interface Stored {
  /** Milliseconds since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

/** The landlord's unsent form. Its texts survive a reload, but its photos do not. */
interface StoredDraft {
  /** True if the form was filled from the stored draft. */
  isRestored: boolean;
  /** Clears the stored draft and the form. */
  discard(): void;
}

/** Returns the stored texts that differ from the form's; none if they are too old or unreadable. */
function readDraft(form: ListingForm): [name: SubmissionField, text: string][] {
  try {
    const { at, values } = JSON.parse(readStorage("local", KEY) ?? "null") as Stored;
    if (Date.now() - at >= KEPT_MS) return [];
    return FIELD_ORDER.flatMap((name): [SubmissionField, string][] => {
      const text = values[name];
      return typeof text === "string" && text !== "" && text !== form.getValues(name) ? [[name, text]] : [];
    });
  } catch {
    return [];
  }
}

/** Fills a form from the stored draft when it is first shown, and stores later input. */
function useStoredDraft(form: ListingForm): StoredDraft {
  const [restored, setRestored] = useState(() => readDraft(form));
  useEffect(() => {
    for (const [name, text] of restored) form.setValue(name, text, { shouldDirty: true });
  }, [form, restored]);
  useEffect(() => {
    const { unsubscribe } = form.watch((values) =>
      writeStorage("local", KEY, JSON.stringify({ at: Date.now(), values } satisfies Stored)),
    );
    return () => {
      unsubscribe();
      // The form was submitted or discarded. A reload does not run this cleanup, so it keeps the draft.
      writeStorage("local", KEY, null);
    };
  }, [form]);
  const discard = () => {
    form.reset();
    writeStorage("local", KEY, null);
    setRestored([]);
  };
  return { isRestored: restored.length > 0, discard };
}

/** API operation and JPEG quality for each of the two submission forms (docs/product.md, Photos). */
const VARIANTS = {
  marketplace: { operation: submitListing, quality: 0.6 },
  landlords: { operation: submitProperty, quality: 0.7 },
} as const;
/** Validates both forms, which require a phone number (docs/decisions/0054-required-phone.md). */
const resolver = requireKind(standardSchemaResolver<ListingDraftInput, unknown, ListingDraft>(marketplaceListingDraft));
export type SubmissionVariant = keyof typeof VARIANTS;

const TOAST_TITLES: Partial<Record<ErrorCode, string>> = {
  "listing.missing_fields": "Missing Information",
  "listing.missing_contact": "Contact Information Required",
};

export interface Submission {
  formId: string;
  form: ListingForm;
  photos: PhotoList;
  /** The server's error. */
  photoError: string | undefined;
  /** Asks the landlord before unsubmitted input is lost. */
  leaveGuard: LeaveGuard;
  isSubmitting: boolean;
  submit(event: React.FormEvent): void;
  kindCheck: KindCheck;
  draft: StoredDraft;
}

/** Returns 128 random bits. crypto.randomUUID() is not used, because it exists on https only. */
const newAttemptKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const SUBMITTED_TITLE = "Submission Successful";
export const toastSubmitted = ({ message }: Pick<Submitted, "message">): void =>
  toast({ title: SUBMITTED_TITLE, description: message || SUBMITTED_MESSAGE });

/** Returns the state of the submission form. The input survives errors; success resets it. */
export function useSubmission(options: {
  variant: SubmissionVariant;
  presetBedrooms?: Bedrooms;
  onSubmitted(submitted: Submitted, email: string): void;
}): Submission {
  const { operation, quality } = VARIANTS[options.variant];
  const formId = useId();
  const form: ListingForm = useForm({
    defaultValues: { ...fieldValues({}), bedrooms: options.presetBedrooms ?? "" },
    resolver,
    shouldFocusError: false,
  });
  const photos = usePhotoList({ quality });
  const [photoError, setPhotoError] = useState<string>();
  const [dismissed, setDismissed] = useState<DismissedQuestion>(null);
  const askAboutRent = useRentQuestion(form);
  const draft = useStoredDraft(form);
  // Read while rendering, because react-hook-form tracks only state that is read then.
  const { isDirty, isSubmitting } = form.formState;

  // All attempts to send this form use the same key, so that a retry after a lost response does not store a second
  // listing.
  const [attemptKey, setAttemptKey] = useState(newAttemptKey);

  const leaveGuard = useLeaveGuard(isDirty || photos.photos.length > 0);

  const send = async (unit: ListingDraft) => {
    setPhotoError(undefined);
    dismissToasts();
    try {
      const body = { ...unit, images: photos.images };
      const submitted = await call(operation, { body }, { headers: { "Idempotency-Key": attemptKey } });
      setAttemptKey(newAttemptKey());
      form.reset();
      draft.discard();
      setDismissed(null);
      photos.clear();
      options.onSubmitted(submitted, unit.email);
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      const named = (text: string | undefined) => text && withFileName(text, photos.photos);
      const title = (known?.code && TOAST_TITLES[known.code]) ?? "Submission Failed";
      toast({
        title,
        description: named(known?.text) || "There was a problem submitting your property. Please try again.",
        variant: "destructive",
      });
      const fields = known?.body?.fields ?? {};
      setPhotoError(named(fields.images));
      showServerErrors(form, fields, formId);
    }
  };

  const refused = (errors: Parameters<typeof refuse>[0]) =>
    refuse(errors, form.getValues(), { formId, isPhoneRequired: true });
  const kindCheck = useKindCheck(form, [dismissed, setDismissed], () => void form.handleSubmit(send, refused)());
  const submit = form.handleSubmit(async (unit) => {
    if (!askAboutRent(unit.rent) && !kindCheck.ask(unit)) await send(unit);
  }, refused);

  return {
    formId,
    form,
    photos,
    photoError,
    leaveGuard,
    isSubmitting,
    kindCheck,
    draft,
    submit: (event) => {
      event.preventDefault();
      if (!isSubmitting && !photos.progress) void submit(event);
    },
  };
}
