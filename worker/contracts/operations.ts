import { API_OPERATIONS } from "./open-api.ts";
import { type Method, operation, type Operation, types } from "./operation.ts";
import { bySpecificity, type Declared } from "./operation-rules.ts";
import { API_PAGE, API_PATH, OPENAPI_PATH } from "./pages.ts";
import { savedRules } from "./saved.schemas.ts";

/** An operation of any path. */
export type AnyDeclared = Declared<Operation>;

/** The reference, its document, and the operations of the open API, whose schemas stand in open-api.ts. */
const OPEN = [
  API_PAGE,
  OPENAPI_PATH,
  ...Object.values(API_OPERATIONS).map(({ path }) => `${API_PATH}${path.replace("{id}", ":id")}` as const),
].map((path): AnyDeclared => ({
  operation: operation("GET", path as `/api/${string}`, types<{ answer: Response }>),
  rule: { access: "public" },
}));

/** Every operation of the API in the order of matching: fixed segments before parameters. */
export const OPERATIONS: readonly AnyDeclared[] = [
  ...OPEN,
  ...[savedRules].flatMap((rules) => Object.values<AnyDeclared>(rules)),
].toSorted(bySpecificity);

const PATTERNS = OPERATIONS.map((declared) => ({ declared, segments: declared.operation.path.split("/") }));

/** The operation that answers a method at a path, HEAD as GET; null if there is none. */
export function operationOf(method: string, path: string): AnyDeclared | null {
  const asked = (method === "HEAD" ? "GET" : method) as Method;
  const given = path.split("/");
  const found = PATTERNS.find(
    ({ declared, segments }) =>
      declared.operation.method === asked &&
      segments.length === given.length &&
      segments.every((segment, index) => segment.startsWith(":") || segment === given[index]),
  );
  return found?.declared ?? null;
}
