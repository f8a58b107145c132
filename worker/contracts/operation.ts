/** HTTP methods of API operations. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Values of a query string; undefined ones are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;
/** The range of rows of a list to return, at most 100. */
export type PageQuery = { limit?: number; offset?: number };

/**
 * Types of the request and the response of an operation. `void` means 204. `Response` means a response that is not
 * JSON.
 */
interface OperationTypes {
  body?: unknown;
  query?: QueryValues | URLSearchParams;
  answer: unknown;
}

/**
 * An API operation as known to both worker and browser. Its access, limits, caching and schemas are declared under its
 * name in `<noun>.schemas.ts`. The build leaves these rules out of the browser code, which loads only the schemas of
 * forms.
 */
export interface Operation<
  Path extends string = string,
  Types extends OperationTypes = OperationTypes,
  M extends Method = Method,
> {
  readonly method: M;
  /** Path below this site's origin; `:name` stands for one segment. */
  readonly path: Path;
  /** Used only by the compiler. */
  readonly types?: Types;
}

/** The response of operations that return nothing else. */
export interface Done {
  success: true;
}
export const DONE: Done = { success: true };

/** {@link Done} with a text to show. */
export interface DoneWithMessage extends Done {
  message: string;
}
export const doneWithMessage = (message: string): DoneWithMessage => ({ success: true, message });

/** Names the types of an operation: `types<{ body: Draft; answer: Created }>`. */
export const types = <Types extends OperationTypes>(named: Types): Types => named;

/**
 * Declares an operation.
 * @param _types {@link types}
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<const M extends Method, const Path extends `/api/${string}`, Types extends OperationTypes>(
  method: M,
  path: Path,
  _types: (named: Types) => Types,
): Operation<Path, Types, M> {
  return { method, path };
}

/** The names of a path's parameters. */
export type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type TypesOf<Op> = Op extends Operation<string, infer Types> ? Types : never;
export type AnswerOf<Op> = TypesOf<Op> extends { answer: infer Answer } ? Answer : never;
export type BodyOf<Op> = TypesOf<Op> extends { body: infer Body } ? Body : never;
export type QueryOf<Op> = TypesOf<Op> extends { query: infer Query } ? Query : never;
export type PathOf<Op> = Op extends Operation<infer Path> ? Path : never;

/** Values of a path's parameters. */
export type PathValues<Path extends string> = { readonly [Name in ParameterName<Path>]: string | number };

/** Returns the URL path of an operation with its parameters filled in. `call()` checks the parameter names. */
export const pathOf = ({ path }: Operation, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
