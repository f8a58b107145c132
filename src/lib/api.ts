import type { ErrorBody, ErrorCode } from "../../worker/contracts/errors.ts";
import {
  type AnswerOf,
  type BodyOf,
  type Operation,
  type PathOf,
  pathOf,
  type PathValues,
  type QueryOf,
  type QueryValues,
} from "../../worker/contracts/operation.ts";
import { checkVersion } from "./reload.ts";

/** Message if the server could not be reached (docs/product.md, Messages). */
const NETWORK_PROBLEM = "Network error. Please try again.";

/**
 * Returns the server's message, or `fallback` if it sent none. If the server could not be reached, it returns a message
 * about that.
 */
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

/** Returns the server's message; `fallback` if the server sent none or could not be reached. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.text) || fallback;
}

/** @throws ApiError on an error status; TypeError without a response */
async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: "same-origin" });
  checkVersion(response);
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** Returns the response's JSON; undefined if the response is empty. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

type WithBody<Body> = [Body] extends [never] ? unknown : { readonly body: Body };
type WithQuery<Query> = [Query] extends [never]
  ? unknown
  : {} extends Query
    ? { readonly query?: Query }
    : { readonly query: Query };
/**
 * The input of a call: the values of the path's parameters by name, and the body and query that the operation declares.
 */
export type CallInput<Op> = PathValues<PathOf<Op>> & WithBody<BodyOf<Op>> & WithQuery<QueryOf<Op>>;

/** The JSON of a response. Excludes `Response`, with which some operations redirect. */
type JsonOf<Op> = Exclude<AnswerOf<Op>, Response>;

/** Signal and headers of a call. */
type CallOptions = Pick<RequestInit, "cache" | "keepalive" | "signal"> & { headers?: Record<string, string> };
type Given<Op> =
  {} extends CallInput<Op>
    ? [input?: CallInput<Op>, options?: CallOptions]
    : [input: CallInput<Op>, options?: CallOptions];
interface Sent {
  body?: unknown;
  query?: QueryValues | URLSearchParams;
}

function queryText(query: Sent["query"]): string {
  if (query === undefined) return "";
  const given =
    query instanceof URLSearchParams ? [...query] : Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given as string[][]).toString();
  return text === "" ? "" : `?${text}`;
}

/** Returns the URL of a call, including its query. */
export const urlOf = <Op extends Operation>(operation: Op, input: CallInput<Op>): string =>
  pathOf(operation, input) + queryText((input as Sent).query);

function send<Op extends Operation>(operation: Op, [input, options]: Given<Op>): Promise<Response> {
  const { body } = (input ?? {}) as Sent;
  return request(urlOf(operation, (input ?? {}) as CallInput<Op>), {
    ...options,
    method: operation.method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...options?.headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/**
 * Posts without waiting for a response, and ignores failures. `keepalive` lets the request finish after the visitor
 * leaves the page.
 */
export function callInBackground<Op extends Operation>(operation: Op, input: CallInput<Op>): void {
  send(operation, [input, { keepalive: true }] as unknown as Given<Op>).catch(() => undefined);
}

/** Calls an operation of the API. @throws ApiError, TypeError */
export async function call<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<JsonOf<Op>> {
  return (await readJson(await send(operation, given))) as JsonOf<Op>;
}

/** Like {@link call}, but returns null for a 404. @throws ApiError, TypeError */
export async function callOrNull<Op extends Operation>(operation: Op, ...given: Given<Op>): Promise<JsonOf<Op> | null> {
  try {
    return await call(operation, ...given);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Calls an operation that returns a list, and reads its headers. @throws ApiError, TypeError */
export async function callList<Op extends Operation>(
  operation: Op,
  ...given: Given<Op>
): Promise<CountedList<JsonOf<Op>>> {
  return counted(await send(operation, given));
}

/**
 * Returns whether a request failed because the screen is out of date: the resource is gone, or someone changed it
 * meanwhile.
 */
export const isOutdated = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** A list whose `total` and `count()` come from response headers, and are null if a header is missing. */
interface CountedList<Items> {
  items: Items;
  total: number | null;
  count(header: string): number | null;
  header(name: string): string | null;
}

async function counted<Items>(response: Response): Promise<CountedList<Items>> {
  const header = (name: string) => response.headers.get(name);
  const count = (name: string) => {
    const text = header(name);
    return text === null ? null : Number(text);
  };
  return { items: (await response.json()) as Items, total: count("X-Total-Count"), count, header };
}
