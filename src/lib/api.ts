import type { ErrorBody, ErrorCode } from "../../worker/contracts/errors.ts";
import { noteVersion } from "./app-version.ts";

/** By docs/product.md, Messages. */
const NETWORK_PROBLEM = "Network error. Please try again.";

/** The server's message, `fallback` if it sent none, or that the server was not reached. */
export function failureText(error: unknown, fallback = "Something went wrong. Please try again."): string {
  return error instanceof ApiError ? error.text || fallback : NETWORK_PROBLEM;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    "message" in value &&
    typeof value.message === "string"
  );
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isErrorBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An error response. `message` is "{status}: {response text or status text}". */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly body: ErrorBody | undefined;
  /** The message to show; empty if the response was not the server's JSON. */
  readonly text: string;

  constructor(status: number, statusText: string, responseText: string) {
    super(`${status}: ${responseText || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.body = parseErrorBody(responseText);
    this.code = this.body?.code;
    this.text = this.body?.message ?? "";
  }
}

/** The server's message; `fallback` if it sent none or was not reached. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.text) || fallback;
}

/** @throws ApiError on an error status; TypeError without a response */
async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: "same-origin" });
  noteVersion(response);
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** @throws ApiError, TypeError */
export async function getJson<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await call(path, init);
  return (await response.json()) as T;
}

/** Null for a 404. @throws ApiError, TypeError */
export async function getJsonOrNull<T>(path: string, init?: RequestInit): Promise<T | null> {
  try {
    return await getJson<T>(path, init);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Whether a request failed because the screen is out of date: the resource is gone or was changed meanwhile. */
export const isOutdated = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** `total` and `count()` read response headers, and are null where a header is missing. */
interface CountedList<T> {
  items: T[];
  total: number | null;
  count(header: string): number | null;
  header(name: string): string | null;
}

/** @throws ApiError, TypeError */
export async function getList<T>(path: string, init?: RequestInit): Promise<CountedList<T>> {
  const response = await call(path, init);
  const header = (name: string) => response.headers.get(name);
  const count = (name: string) => {
    const text = header(name);
    return text === null ? null : Number(text);
  };
  return { items: (await response.json()) as T[], total: count("X-Total-Count"), count, header };
}

/** Sends JSON; resolves to undefined for an empty response. @throws ApiError, TypeError */
export async function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const response = await call(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** @param type media type such as "text/csv" @throws ApiError, TypeError */
export async function sendText<T>(path: string, type: string, body: string): Promise<T> {
  const response = await call(path, { method: "POST", headers: { "Content-Type": type }, body });
  return (await response.json()) as T;
}
