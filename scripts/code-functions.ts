import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;

/** Code whose faults a test should find: no types, tables of words or drizzle's columns alone. */
const CODE = "{worker,src}/**/*.{ts,tsx}";
const NOT_CODE = /\.d\.ts$|\.words\.ts$/;

export interface CodeFunction {
  file: string;
  /** Offset of the body in the file. */
  start: number;
  /** Offset behind the body. */
  end: number;
  /** True for a body without braces. */
  isExpression: boolean;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Visits a node and everything in it, parents first. */
export function visitNodes(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value as unknown])
      if (isNode(child)) visitNodes(child, visit, node);
  }
}

/** Functions of a file that have a body, in the order of the text. */
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

/** Files of the product's code, by path from the project's folder. */
export const codeFiles = (): string[] => globSync(CODE, { exclude: (path) => NOT_CODE.test(path) }).toSorted();

/** All functions of the product. Their positions are the numbers that tests report. */
export const allFunctions = (): CodeFunction[] =>
  codeFiles().flatMap((file) => functionsIn(file, readFileSync(file, "utf8")));
