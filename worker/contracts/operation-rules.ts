import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { NetworkLimitName } from "./network-limits.ts";
import type { BodyOf, Operation, QueryOf } from "./operation.ts";
import type { Role } from "./people.ts";

/**
 * Access to an operation: everyone, people with at least a given role in the admin panel, or the operator's dashboard.
 */
export type Access = "public" | Role | "stats";

/** The platform's per-minute limiters (wrangler.toml). */
export type MinuteLimiter = "writes" | "uploads" | "tracking";

/** The error code, or a function that picks it from the JSON received. */
export type Refusal = ErrorCode | ((json: unknown) => ErrorCode);

/**
 * A JSON request body checked by a schema. With `optional` the body may be missing; with `beacon` it may be sent as
 * text.
 */
interface CheckedBody<Kind extends string, Schema extends z.core.$ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly error: Refusal;
  /** True if the error text is the message of the first invalid field. */
  readonly tellFirst: boolean;
}

/** How the request body is read. The handler itself reads CSV, JSON whose bytes are signed, and forms with photos. */
export type BodyRule =
  | CheckedBody<"json", z.core.$ZodType>
  | CheckedBody<"optional", z.core.$ZodType>
  | CheckedBody<"beacon", z.ZodMiniType>
  | { readonly kind: "csv" | "signed" | "form" };

type BodyOptions = Partial<Pick<CheckedBody<string, z.core.$ZodType>, "error" | "tellFirst">>;

const checked =
  <const Kind extends string>(kind: Kind) =>
  <Schema extends z.core.$ZodType>(
    schema: Schema,
    { error = "request.invalid", tellFirst = false }: BodyOptions = {},
  ): CheckedBody<Kind, Schema> => ({ kind, schema, error, tellFirst });

/** A JSON body that matches a schema. */
export const json = checked("json");
/**
 * {@link json} that may be missing, whatever its content type. A missing body is read as `{}`, which the schema must
 * accept.
 */
export const optionalJson = checked("optional");
/** {@link json} that may be sent as text/plain, as beacons do. */
export const beacon = checked("beacon");

/** The properties of an operation that browser code does not contain. */
interface Rule {
  access: Access;
  /** True if the operation only reads data but uses POST, to keep its values out of URLs. */
  isQuestion?: true;
  /**
   * Per-minute limiter of a call that writes; `writes` by default. `uploads` applies in addition to `writes`,
   * `tracking` instead of it. Null means no limiter, for unsubscribing, which must always work, and for the email
   * provider, which reports in bursts.
   */
  minute?: Exclude<MinuteLimiter, "writes"> | null;
  /** Exact limit for the networks around the caller, counted before the request body is read. */
  limit?: NetworkLimitName;
  /** True if banned networks may call the operation too. By default, their public writes are rejected. */
  worksWhenBanned?: true;
  /**
   * Tags of a response that may be cached for five minutes. A purge of any of these tags removes the response
   * (caching.ts). `{id}` stands for an id.
   */
  tags?: readonly string[];
  /** HTTP status of success; by default 200, or 204 for an empty response. */
  status?: 201 | 202;
}

/** Names of the operations that a module exports. */
type NameIn<Module> = {
  [Name in keyof Module]: Module[Name] extends Operation ? Name : never;
}[keyof Module];

type AnyRule = Rule & { body?: BodyRule; query?: z.core.$ZodType };

/** The rule of an operation. If the operation has a request body, the rule defines how it is read. */
type RuleOf<Op> = Rule &
  ([BodyOf<Op>] extends [never] ? { body?: never } : { body: BodyRule }) &
  ([QueryOf<Op>] extends [never] ? { query?: never } : { query?: z.core.$ZodType });
type RulesOf<Module> = { readonly [Name in NameIn<Module>]: RuleOf<Module[Name]> };

/** A type that fails to compile if a schema rejects the request body that its operation declares. */
type Accepting<Module, Rules> = {
  readonly [Name in keyof Rules]: Name extends NameIn<Module>
    ? Rules[Name] extends { body: { schema: infer Schema extends z.core.$ZodType } }
      ? BodyOf<Module[Name]> extends z.core.input<Schema>
        ? unknown
        : { body: { schema: z.core.$ZodType<unknown, BodyOf<Module[Name]>> } }
      : unknown
    : never;
};

/** An operation with its rule. */
export interface Declared<Op = Operation, R = AnyRule> {
  readonly operation: Op;
  readonly rule: R;
}

type DeclaredIn<Module, Rules> = {
  readonly [Name in keyof Rules & keyof Module]: Declared<Module[Name], Rules[Name]>;
};

/**
 * Assigns rules to the operations that a module exports, by name. Neither an operation without a rule nor a rule
 * without an operation compiles.
 */
export const declare = <Module extends object, const Rules extends RulesOf<Module>>(
  module: Module,
  rules: Rules & Accepting<Module, Rules>,
): DeclaredIn<Module, Rules> =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { operation: module[name as keyof Module], rule }]),
  ) as DeclaredIn<Module, Rules>;

/** Returns the sort key of a path. Parameters sort after every fixed segment. */
const sortKey = ({ operation: { path } }: Declared) => path.replaceAll(/:\w+/g, "\uFFFF");

/** Sorts operations with fixed segments before operations whose parameters would match the same segments. */
export const compareSpecificity = (a: Declared, b: Declared): number => {
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};
