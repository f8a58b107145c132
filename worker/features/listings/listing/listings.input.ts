import type { Context } from "hono";
import type { core } from "zod/mini";
import * as z from "zod/mini";
import { type ErrorCode, ERRORS, type FieldErrors } from "../../../contracts/errors.ts";
import { PHOTO_LIMITS, photoName } from "../../../contracts/photos.ts";
import { isBlank } from "../../../contracts/text.ts";
import { assertJson, fieldErrors } from "../../../platform/body.ts";
import { BodyMemory } from "../../../platform/incoming-body.ts";
import { widestNetwork } from "../../../platform/client-address.ts";
import { AppError } from "../../../platform/errors.ts";
import type { AppEnv } from "../../../platform/http.ts";
import { BODY_LIMITS, photoIndex, readPhotoBody, type UploadedPhoto } from "../../../platform/photo-body.ts";

/** A photo in a listing form: one that the listing already has, or an upload. */
export type PhotoInput = { kept: string } | { upload: UploadedPhoto };

/** A validated listing form. `photos` is undefined if the form has no photo list. */
export interface ListingInput<Values> {
  values: Values;
  photos: PhotoInput[] | undefined;
}

/** Fields that, if missing, are reported as 'Missing Information' or as 'Contact Information Required'. */
interface FormRules {
  required: readonly string[];
  contact: readonly string[];
}

const FACTS = ["address", "rent", "moveInDate", "bedrooms", "bathrooms"];
/** Rules of the /landlords form and all edits: the phone number is optional. */
export const LANDLORD_FORM: FormRules = { required: [...FACTS, "email"], contact: [] };
/** Rules of the marketplace and category forms: email and phone are required. */
export const MARKETPLACE_FORM: FormRules = { required: FACTS, contact: ["email", "phone"] };

/** Returns the error that best describes the issues of a form. Missing fields take precedence over invalid fields. */
function problemOf(json: Record<string, unknown>, issues: readonly core.$ZodIssue[], rules: FormRules): ErrorCode {
  const isWrong = (field: string) => issues.some(({ path }) => path[0] === field);
  const isMissing = (field: string) => isWrong(field) && isBlank(json[field]);
  if (rules.required.some(isMissing)) return "listing.missing_fields";
  if (rules.contact.some(isMissing)) return "listing.missing_contact";
  if (isWrong("email")) return "listing.invalid_email";
  return issues.map(codeOf).find((code) => code !== null) ?? "listing.invalid";
}

/** Returns the error code that a schema check set, or null. */
function codeOf(issue: core.$ZodIssue): ErrorCode | null {
  const code: unknown = issue.code === "custom" ? issue.params?.code : null;
  return typeof code === "string" && isErrorCode(code) ? code : null;
}
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

const countedImages = z.array(z.string());

function readPhotos(images: string[] | null | undefined, uploads: UploadedPhoto[]): PhotoInput[] | undefined {
  if (!images) return undefined;
  return images.map((image, index): PhotoInput => {
    const upload = uploads[photoIndex(image) ?? -1];
    if (upload) return { upload };
    // A data URL that is still a text is not valid base64. All other texts are photo URLs.
    if (/^data:/i.test(image)) throw photoError("listing.photo_type", index + 1);
    return { kept: image };
  });
}

/**
 * Creates an error on the photos field that names the photo.
 * @param position position of the photo in the form, from 1
 * @param message by default `Photo 2: …` with the text of the error
 */
export function photoError(
  code: ErrorCode,
  position: number,
  message = `${photoName(position)}: ${ERRORS[code][1]}`,
): AppError {
  return new AppError(code, { message, fields: { images: message } });
}

/** Returns the error of each field. The error of a photo names the photo. */
function errorsOf(issues: readonly core.$ZodIssue[]): FieldErrors {
  const [, index] = issues.find(({ path }) => path[0] === "images")?.path ?? [];
  const fields = fieldErrors(issues);
  if (typeof index === "number") fields.images = `${photoName(index + 1)}: ${fields.images}`;
  return fields;
}

/**
 * Memory in bytes that request bodies with photos may use in one isolate: enough for two of the largest bodies. An
 * isolate has 128 MB.
 */
const places = new BodyMemory(2 * BODY_LIMITS.withPhotos);

/**
 * Reads a listing form with photos, checking limits while the body streams. The body's memory stays reserved until
 * `use` ends.
 * @throws AppError 415, 413, 408 for a slow body, 503 for too many large bodies at once, 400 with a message for the
 * form and one for each field
 */
export async function withListingInput<Schema extends core.$ZodType<{ images?: string[] | null | undefined }>, Result>(
  c: Context<AppEnv>,
  schema: Schema,
  rules: FormRules,
  use: (input: ListingInput<core.output<Schema>>) => Promise<Result>,
): Promise<Result> {
  assertJson(c.req.header("content-type"));
  if (Number(c.req.header("content-length") ?? 0) > BODY_LIMITS.withPhotos) throw new AppError("request.too_large");
  const place = places.reserve(widestNetwork(c.var.client));
  try {
    const { json, photos: uploads } = await readPhotoBody(c.var.deps, c.req.raw.body, place);
    if (typeof json !== "object" || json === null || Array.isArray(json)) throw new AppError("request.malformed");
    const form = json as Record<string, unknown>;
    const images = countedImages.safeParse(form.images);
    if (images.success && images.data.length > PHOTO_LIMITS.count) {
      const [, text] = ERRORS["listing.too_many_photos"];
      const fields = { images: `${photoName(PHOTO_LIMITS.count + 1)}: ${text}` };
      throw new AppError("listing.too_many_photos", { fields });
    }
    const result = z.safeParse(schema, form);
    if (!result.success) {
      const { issues } = result.error;
      throw new AppError(problemOf(form, issues, rules), { fields: errorsOf(issues) });
    }
    return await use({ values: result.data, photos: readPhotos(result.data.images, uploads) });
  } finally {
    place.release();
  }
}
