import { HTTPException } from "hono/http-exception";
import type { ListingDifference } from "../contracts/audit.ts";
import type { ApiProblem } from "../contracts/open-api.schemas.ts";
import { API_PAGE } from "../contracts/pages.ts";
import { ERRORS, type ErrorBody, type ErrorCode, type FieldErrors } from "../contracts/errors.ts";

interface Details {
  /** Replaces the text of the error table with a more specific one ("photo 2 …"). */
  message?: string;
  fields?: FieldErrors;
  /** Seconds after which to retry, for 429 and 503. */
  retryAfter?: number;
  /** Number of affected visitors, only for `ban.confirm_wide`. */
  visitors?: number;
  /** Changes since the moderator saw the listing, only for refused decisions. */
  difference?: ListingDifference;
  cause?: unknown;
}

/** A failure reported to the caller, whose code determines status and text (contracts/errors.ts). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly visitors: number | undefined;
  readonly difference: ListingDifference | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code][1], { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.visitors = details.visitors;
    this.difference = details.difference;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }

  toResponse(): Response {
    const body: ErrorBody = {
      error: this.message,
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.visitors !== undefined && { visitors: this.visitors }),
      ...(this.difference && { difference: this.difference }),
    };
    const needsRetryAfter = this.status === 429 || this.status === 503;
    return Response.json(body, {
      status: this.status,
      headers: needsRetryAfter ? { "retry-after": String(Math.max(1, Math.ceil(this.retryAfter ?? 5))) } : {},
    });
  }
}

/**
 * Returns a response for a failure in the format of RFC 9457. @param siteUrl the site whose API page explains the error
 * types
 */
export function problemResponse(error: AppError, siteUrl: string): Response {
  const { headers } = error.toResponse();
  headers.set("content-type", "application/problem+json");
  const problem: ApiProblem = {
    type: `${siteUrl}${API_PAGE}#${error.code}`,
    title: ERRORS[error.code][1],
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.fields && { errors: error.fields }),
  };
  return new Response(JSON.stringify(problem), { status: error.status, headers });
}

/** D1 and Durable Object failures that are worth retrying (developers.cloudflare.com/d1/observability/debug-d1). */
const TRANSIENT =
  /overloaded|Network connection lost|storage caused object to be reset|reset because its code was updated|timed out|exceeded timeout|too many requests queued/i;

/**
 * Converts any failure into the {@link AppError} that is sent to the caller. The result contains no stack and no
 * internal text.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Hono throws these exceptions for malformed JSON and oversized request bodies.
  if (error instanceof HTTPException) {
    return new AppError(error.status === 413 ? "request.too_large" : "request.malformed", { cause: error });
  }
  const isTransient =
    error instanceof Error &&
    (TRANSIENT.test(error.message) || (error.cause instanceof Error && TRANSIENT.test(error.cause.message)));
  return new AppError(isTransient ? "server.unavailable" : "server.failed", { cause: error });
}
