import type { Context, Hono, MiddlewareHandler } from "hono";
import type { core } from "zod/mini";
import type { AnswerOf, ParameterName, PathOf } from "../contracts/operation.ts";
import { type BodyRule, compareSpecificity, type Declared } from "../contracts/operation-rules.ts";
import { beaconBody, body, csvBody, optionalBody, rawJson, readQuery } from "./body.ts";
import { respondWithJson, type AppEnv } from "./http.ts";
import { readId } from "./paging.ts";

/**
 * Parameters of a path by name. `id` is a positive whole number, or null if the text is not one. Other parameters are
 * text.
 */
type PathInput<Path extends string> = {
  readonly [Name in ParameterName<Path>]: Name extends "id" ? number | null : string;
};

type BodyInput<R> = R extends { body: { schema: infer Schema extends core.$ZodType } }
  ? { readonly body: core.output<Schema> }
  : unknown;
type QueryInput<R> = R extends { query: infer Schema extends core.$ZodType }
  ? { readonly query: core.output<Schema> }
  : unknown;
type Input<D> = D extends Declared<infer Op, infer R> ? PathInput<PathOf<Op>> & BodyInput<R> & QueryInput<R> : never;
type Answer<D> = D extends Declared<infer Op, unknown> ? AnswerOf<Op> : never;

/** Handles an operation and returns its value. Sets headers and cookies on the context. */
type Handler<D> = (c: Context<AppEnv>, input: Input<D>) => Answer<D> | Promise<Answer<D>>;

/** An operation with its handler. */
export interface Implemented extends Declared {
  readonly handler: (c: Context<AppEnv>, input: never) => unknown;
}

/**
 * Assigns handlers to declared operations by name. Several features may share the operations of one noun.
 * @param declared a noun's operations, from `<noun>.schemas.ts`
 */
export const implement = <Of extends object, Name extends keyof Of>(
  declared: Of,
  handlers: { readonly [N in Name]: Handler<Of[N]> },
): Implemented[] =>
  (Object.keys(handlers) as Name[]).map((name) => ({ ...(declared[name] as Declared), handler: handlers[name] }));

/**
 * Returns middleware that reads the request body before the handler runs. The handler itself reads forms while they
 * stream in (listings.input.ts).
 */
function reading(rule: BodyRule | undefined): MiddlewareHandler<AppEnv>[] {
  if (rule?.kind === "json") return [body(rule.schema, rule.error, { tellFirst: rule.tellFirst })];
  if (rule?.kind === "optional") return [optionalBody(rule.schema)];
  if (rule?.kind === "beacon") return [beaconBody(rule.schema)];
  return rule?.kind === "csv" ? [csvBody] : rule?.kind === "signed" ? [rawJson] : [];
}

const valuesIn = (parameters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, name === "id" ? readId(text) : text]));

async function answer(c: Context<AppEnv>, { rule, handler }: Implemented): Promise<Response> {
  const input = {
    ...valuesIn(c.req.param()),
    ...(rule.query && { query: readQuery(c, rule.query) }),
    ...(rule.body && "schema" in rule.body && { body: c.req.valid("json" as never) }),
  };
  const value: unknown = await handler(c, input as never);
  if (value instanceof Response) return value;
  if (value === undefined) return c.body(null, 204);
  if (rule.tags !== undefined) return respondWithJson(c, value);
  return c.json(value as object, rule.status ?? 200);
}

/** Mounts operations. Operations with fixed segments come before operations whose parameters would also match. */
export function mount(app: Hono<AppEnv>, operations: readonly Implemented[]): void {
  for (const implemented of operations.toSorted(compareSpecificity)) {
    const { operation, rule } = implemented;
    app.on(operation.method, [operation.path], ...reading(rule.body), (c) => answer(c, implemented));
  }
}
