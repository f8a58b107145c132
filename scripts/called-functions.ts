import { MagicString } from "magic-string";
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { type ESTree, parseSync } from "vite";
import type { Plugin } from "vite";

export type Node = ESTree.Node;

/**
 * Source files in which tests should find faults. Excludes files that contain only types, word tables or drizzle's
 * columns.
 */
const CODE = "{worker,src}/**/*.{ts,tsx}";
const NOT_CODE = /\.d\.ts$|\.words\.ts$/;

interface CodeFunction {
  file: string;
  /** Offset in the file at which the function's body starts. */
  start: number;
  /** Offset in the file just after the function's body. */
  end: number;
  /** True if the function's body is an expression without braces. */
  isExpression: boolean;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Visits a node and all its descendants, parents first. */
export function visitNodes(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value as unknown])
      if (isNode(child)) visitNodes(child, visit, node);
  }
}

/** Returns the functions of a file that have a body, in the order in which they appear. */
function functionsIn(file: string, text: string): CodeFunction[] {
  const found: CodeFunction[] = [];
  visitNodes(parseSync(file, text).program, (node) => {
    if (
      (node.type === "FunctionDeclaration" ||
        node.type === "FunctionExpression" ||
        node.type === "ArrowFunctionExpression") &&
      node.body
    ) {
      const { start, end, type } = node.body;
      found.push({ file, start, end, isExpression: type !== "BlockStatement" });
    }
  });
  return found;
}

/** Returns the files of the product's code, by path relative to the project's folder. */
export const codeFiles = (): string[] => globSync(CODE, { exclude: (path) => NOT_CODE.test(path) }).toSorted();

/** All functions of the product. Tests report them by their position in this list. */
export const allFunctions = (): CodeFunction[] =>
  codeFiles().flatMap((file) => functionsIn(file, readFileSync(file, "utf8")));

/** True while `npm run mutants` asks tests to report the functions that they call. */
export const reportsCalls = process.env.REPORT_CALLS === "1";

/**
 * Vite plugin that makes each function of the product report its number when called; test/support/called.ts listens.
 */
export function calledFunctions(): Plugin {
  const numbers = new Map<string, { number: number; body: CodeFunction }[]>();
  if (reportsCalls)
    for (const [number, body] of allFunctions().entries())
      numbers.set(body.file, [...(numbers.get(body.file) ?? []), { number, body }]);
  return {
    name: "called-functions",
    // Runs before other plugins, because the offsets refer to the source file as written.
    enforce: "pre",
    transform(text, id) {
      const bodies = numbers.get(relative(process.cwd(), id.split("?", 1)[0] ?? ""));
      if (!bodies) return null;
      const code = new MagicString(text);
      for (const { number, body } of bodies) {
        const note = `globalThis.called?.add(${number})`;
        if (body.isExpression) code.appendRight(body.start, `(${note}, `).appendLeft(body.end, ")");
        else code.appendRight(body.start + 1, `${note};`);
      }
      return { code: code.toString(), map: code.generateMap({ hires: true }) };
    },
  };
}
