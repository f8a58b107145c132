import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { type core, parse, safeParse, type ZodMiniType } from "zod/mini";
import type { FieldErrors } from "../contracts/errors.ts";
import type { Refusal } from "../contracts/operation-rules.ts";
import { BodyMemory, readChunks } from "./incoming-body.ts";
import { widestNetwork } from "./client-address.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http.ts";
import { BODY_LIMITS } from "./photo-body.ts";

type JsonHandler<Schema extends core.$ZodType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { json: core.input<Schema> }; out: { json: core.output<Schema> } }
>;

/** Maximum bytes of JSON for all field messages together, which limits an error response to 4 KB. */
const FIELDS_MAX = 3_000;
/** Maximum length of a field's name and message, in characters. Names come from the request. */
const NAME_MAX = 60;
const MESSAGE_MAX = 400;

const encoder = new TextEncoder();
const cut = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);

/**
 * Returns the first message for each field, by field name. Fields of the schema come before unknown fields. Returns
 * only as many messages as fit into an error response.
 */
export function fieldErrors(issues: readonly core.$ZodIssue[]): FieldErrors {
  const fields = new Map<string, string>();
  let left = FIELDS_MAX;
  /** @returns whether further messages fit */
  const add = (name: string, message: string): boolean => {
    const [key, text] = [cut(name, NAME_MAX), cut(message, MESSAGE_MAX)];
    if (fields.has(key)) return true;
    left -= encoder.encode(JSON.stringify({ [key]: text })).length;
    if (left >= 0) fields.set(key, text);
    return left >= 0;
  };
  const isUnknown = (issue: core.$ZodIssue) => issue.code === "unrecognized_keys";
  issues.filter((issue) => !isUnknown(issue)).every(({ path, message }) => add(String(path[0] ?? "body"), message));
  issues.every((issue) => !isUnknown(issue) || issue.keys.every((name) => add(name, "There is nothing of this name.")));
  return Object.fromEntries(fields);
}

/** @throws AppError `request.unsupported_type` unless the request declares JSON */
export function assertJson(contentType: string | undefined): void {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? "")) throw new AppError("request.unsupported_type");
}

const jsonOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  assertJson(c.req.header("content-type"));
  await next();
};

/** Memory for request bodies without photos in one isolate: enough for 256 bodies of maximum size. */
const places = new BodyMemory(256 * BODY_LIMITS.text);

/**
 * Reads a request body without photos into memory for the next handlers.
 * @throws AppError 413 larger than 64 KB, 408 when it arrives too slowly, 503 when too many arrive at once
 */
export const readLimitedBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (Number(c.req.header("content-length") ?? 0) > BODY_LIMITS.text) throw new AppError("request.too_large");
  // Hono caches bodies in `bodyCache`, whose types do not include the promise.
  Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(await readText(c)) });
  await next();
};

async function readText(c: Context<AppEnv>): Promise<ArrayBuffer> {
  const { body: stream } = c.req.raw;
  if (!stream) return new ArrayBuffer(0);
  const place = places.reserve(widestNetwork(c.var.client));
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of readChunks(c.var.deps, stream, place.assertHeld)) {
      total += chunk.length;
      if (total > BODY_LIMITS.text) throw new AppError("request.too_large");
      place.grow(total);
      chunks.push(chunk);
    }
    return await new Blob(chunks).arrayBuffer();
  } finally {
    place.release();
  }
}

/**
 * Middleware for JSON request bodies that must be read verbatim, because a signature covers their bytes.
 * @throws AppError 415 not JSON, and the errors of {@link readLimitedBody}
 */
export const rawJson: MiddlewareHandler<AppEnv> = every(jsonOnly, readLimitedBody);

const csvOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!/^text\/csv\b/i.test(c.req.header("content-type") ?? "")) throw new AppError("request.unsupported_type");
  await next();
};

/**
 * Middleware for CSV files of at most 64 KB. Handlers read them with `c.req.text()`.
 * @throws AppError 415 not CSV, and the errors of {@link readLimitedBody}
 */
export const csvBody: MiddlewareHandler<AppEnv> = every(csvOnly, readLimitedBody);

/**
 * Middleware for a JSON request body of at most 64 KB that matches the schema. Handlers read it with
 * `c.req.valid("json")`.
 * @param code the error code, or a function that chooses it from the received JSON
 * @param options.tellFirst true to use the message of the first invalid field as the error text
 * @throws AppError 415 not JSON, 413 too large, 400 `code` with a message per field
 */
export function body<Schema extends core.$ZodType>(
  schema: Schema,
  code: Refusal = "request.invalid",
  { tellFirst = false }: { tellFirst?: boolean } = {},
) {
  return every(jsonOnly, readLimitedBody, validated(schema, code, tellFirst)) as JsonHandler<Schema>;
}

const validated = (schema: core.$ZodType, code: Refusal, tellFirst: boolean) =>
  zValidator("json", schema, (result) => {
    if (result.success) return;
    const fields = fieldErrors(result.error.issues);
    const message = tellFirst ? Object.values(fields)[0] : undefined;
    const chosen = typeof code === "string" ? code : code(result.data);
    throw new AppError(chosen, { fields, ...(message !== undefined && { message }) });
  });

/**
 * Reads the query parameters. If a parameter is repeated, its first value counts.
 * @throws AppError `request.invalid` with a message per parameter
 */
export function readQuery<Schema extends core.$ZodType>(c: Context<AppEnv>, schema: Schema): core.output<Schema> {
  const result = safeParse(schema, c.req.query());
  if (!result.success) throw new AppError("request.invalid", { fields: fieldErrors(result.error.issues) });
  return result.data;
}

/**
 * A {@link body} that may be empty, whatever its content type. An empty body is treated as `{}`, which the schema must
 * accept.
 * @throws the same errors as {@link body}
 */
export function optionalBody<Schema extends core.$ZodType>(schema: Schema): JsonHandler<Schema> {
  const given = every(jsonOnly, validated(schema, "request.invalid", false)) as MiddlewareHandler<AppEnv>;
  const orNone: MiddlewareHandler<AppEnv> = async (c, next) => {
    if ((await c.req.arrayBuffer()).byteLength > 0) return given(c, next);
    c.req.addValidatedData("json", parse(schema, {}) as object);
    await next();
  };
  return every(readLimitedBody, orNone) as JsonHandler<Schema>;
}

/**
 * Middleware for a JSON request body that may have the type text/plain, as beacons send it. Handlers read it with
 * `c.req.valid("json")`.
 * @throws AppError 415 any other type, 413 too large, 400 not JSON or `request.invalid` with a message per field
 */
export function beaconBody<Schema extends ZodMiniType>(schema: Schema) {
  const validator: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!/^(?:application\/json|text\/plain)\b/i.test(c.req.header("content-type") ?? ""))
      throw new AppError("request.unsupported_type");
    const text = await c.req.text();
    const read = schema.safeParse(parsed(text));
    if (!read.success) throw new AppError("request.invalid", { fields: fieldErrors(read.error.issues) });
    c.req.addValidatedData("json", read.data as object);
    await next();
  };
  return every(readLimitedBody, validator) as JsonHandler<Schema>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("request.malformed");
  }
}
