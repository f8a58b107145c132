import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { NetworkLimitName } from "./network-limits.ts";
import type { BodyOf, Operation, QueryOf } from "./operation.ts";
import type { Role } from "./people.ts";

/** Access to an operation: for everybody, from a role in the admin panel upwards, or for the operator's dashboard. */
export type Access = "public" | Role | "stats";

/** The platform's per-minute limiters (wrangler.toml). */
export type MinuteLimiter = "writes" | "uploads" | "tracking";

/** The error code, or a function that picks it from the JSON received. */
export type Refusal = ErrorCode | ((json: unknown) => ErrorCode);

/** JSON that a schema checks; it may be missing (`optional`), or come as text (`beacon`). */
interface CheckedBody<Kind extends string, Schema extends z.core.$ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
  readonly error: Refusal;
  /** The error's text is the message of the first invalid field. */
  readonly tellFirst: boolean;
}

/** How a body is read. CSV, JSON whose bytes are signed, and forms with photos are read by the handler. */
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
/** {@link json} that may be missing, whatever its content type: that is `{}`, which the schema must accept. */
export const optionalJson = checked("optional");
/** {@link json} that may come as text/plain, as beacons send it. */
export const beacon = checked("beacon");

/** The part of an operation that the worker alone knows. */
interface Rule {
  access: Access;
  /** Asks by POST what must not stand in an address, and changes nothing. */
  isQuestion?: true;
  /**
   * A call that writes counts against the limit of writes per minute. `uploads`: against that of uploads too; `tracking`:
   * against that of tracking instead; null: against none, as leaving must always work and the mail provider reports in bursts.
   */
  minute?: Exclude<MinuteLimiter, "writes"> | null;
  /** The exact limit that a call of the networks around its caller counts against, before its body is read. */
  limit?: NetworkLimitName;
  /**
   * Banned networks may call it too. Otherwise public writes are refused to them.
   */
  worksWhenBanned?: true;
  /** Its answer may be cached for five minutes and is purged by these tags (caching.ts); `{id}` stands for an id. */
  tags?: readonly string[];
  /** Status of success: 200, or 204 without an answer, by default. */
  status?: 201 | 202;
}

/** The operations among the exports of a module. */
type NameIn<Module> = {
  [Name in keyof Module]: Module[Name] extends Operation ? Name : never;
}[keyof Module];

type AnyRule = Rule & { body?: BodyRule; query?: z.core.$ZodType };

/** The rule of an operation; one with a body says how it is read. */
type RuleOf<Op> = Rule &
  ([BodyOf<Op>] extends [never] ? { body?: never } : { body: BodyRule }) &
  ([QueryOf<Op>] extends [never] ? { query?: never } : { query?: z.core.$ZodType });
type RulesOf<Module> = { readonly [Name in NameIn<Module>]: RuleOf<Module[Name]> };

/** Fails to compile where a schema refuses the body that its operation declares. */
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
 * Ties the operations that a module exports to their rules, by name: one without a rule does not compile, nor does a
 * rule without its operation.
 */
export const declare = <Module extends object, const Rules extends RulesOf<Module>>(
  module: Module,
  rules: Rules & Accepting<Module, Rules>,
): DeclaredIn<Module, Rules> =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { operation: module[name as keyof Module], rule }]),
  ) as DeclaredIn<Module, Rules>;

/** A path for sorting: parameters after every fixed segment. */
const sortKey = ({ operation: { path } }: Declared) => path.replaceAll(/:\w+/g, "\uFFFF");

/** Sorts operations with fixed segments before those whose parameters would match them too. */
export const bySpecificity = (a: Declared, b: Declared): number => {
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};
