import type { Context } from "hono";
import type { core } from "zod/mini";
import * as z from "zod/mini";
import { type ErrorCode, ERRORS } from "../../../contracts/errors.ts";
import { PHOTO_LIMITS } from "../../../contracts/photos.ts";
import { isBlank } from "../../../contracts/text.ts";
import { assertJson, fieldErrors } from "../../../platform/body.ts";
import { BodyMemory } from "../../../platform/incoming-body.ts";
import { widestNetwork } from "../../../platform/client-address.ts";
import { AppError } from "../../../platform/errors.ts";
import type { AppEnv } from "../../../platform/http.ts";
import { BODY_LIMITS, photoIndex, readPhotoBody, type UploadedPhoto } from "../../../platform/photo-body.ts";

/** A photo as a form names it: one of the listing's own, or one that came along. */
export type PhotoInput = { kept: string } | { upload: UploadedPhoto };

/** A listing form after validation; `photos` is undefined when the form said nothing of photos. */
export interface ListingInput<Values> {
  values: Values;
  photos: PhotoInput[] | undefined;
}

/** Fields without which a form is 'Missing Information', and which belong to 'Contact Information Required'. */
interface FormRules {
  required: readonly string[];
  contact: readonly string[];
}

const FACTS = ["address", "rent", "moveInDate", "bedrooms", "bathrooms"];
/** The /landlords form and every edit: the phone may be left out. */
export const LANDLORD_FORM: FormRules = { required: [...FACTS, "email"], contact: [] };
/** The marketplace and category forms: mail address and phone are both required. */
export const MARKETPLACE_FORM: FormRules = { required: FACTS, contact: ["email", "phone"] };

/** Which error describes the problem best: what is missing first, then what is wrong. */
function problemOf(json: Record<string, unknown>, issues: readonly core.$ZodIssue[], rules: FormRules): ErrorCode {
  const isWrong = (field: string) => issues.some(({ path }) => path[0] === field);
  const isMissing = (field: string) => isWrong(field) && isBlank(json[field]);
  if (rules.required.some(isMissing)) return "listing.missing_fields";
  if (rules.contact.some(isMissing)) return "listing.missing_contact";
  if (isWrong("email")) return "listing.invalid_email";
  return issues.map(codeOf).find((code) => code !== null) ?? "listing.invalid";
}

/** The error code that a check of the schema chose; null for none. */
function codeOf(issue: core.$ZodIssue): ErrorCode | null {
  const code: unknown = issue.code === "custom" ? issue.params?.code : null;
  return typeof code === "string" && isErrorCode(code) ? code : null;
}
const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

const countedImages = z.array(z.string());

function readPhotos(images: string[] | null | undefined, uploads: UploadedPhoto[]): PhotoInput[] | undefined {
  if (!images) return undefined;
  if (images.length > PHOTO_LIMITS.count) throw photoError("listing.too_many_photos");
  return images.map((image): PhotoInput => {
    const upload = uploads[photoIndex(image) ?? -1];
    if (upload) return { upload };
    // A data URL that is left here was not base64; anything else can only be an address.
    if (/^data:/i.test(image)) throw photoError("listing.photo_type");
    return { kept: image };
  });
}

/** An error of the photos field; with a position, the text names the photo (from 1). */
export function photoError(code: ErrorCode, message?: string): AppError {
  const error = new AppError(code, message ? { message } : {});
  return new AppError(code, { message: error.message, fields: { images: error.message } });
}

/** Bytes of bodies with photos in one isolate, which has 128 MB for all its requests: two of the largest. */
const places = new BodyMemory(2 * BODY_LIMITS.withPhotos);

/**
 * Reads a listing form with photos from a request, bounded while it streams; its bytes are held until `use` is done.
 * @throws AppError 415, 413, 408 when it comes too slowly, 503 when too many big bodies arrive at once, 400 with
 * the form's text and one per field
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
    if (images.success && images.data.length > PHOTO_LIMITS.count) throw photoError("listing.too_many_photos");
    const result = z.safeParse(schema, form);
    if (!result.success) {
      const { issues } = result.error;
      throw new AppError(problemOf(form, issues, rules), { fields: fieldErrors(issues) });
    }
    return await use({ values: result.data, photos: readPhotos(result.data.images, uploads) });
  } finally {
    place.release();
  }
}
