import { type ESTree, parseSync, Visitor } from "vite";

/** A regular expression and where it is written. */
export interface WrittenRegex {
  /** `worker/contracts/text.ts:12:7`, line and column from 1. */
  place: string;
  regex: RegExp;
}

/** The regular expressions of one file: literals, and the places of all others, which only running tells. */
export interface RegexesOfFile {
  literals: WrittenRegex[];
  constructed: string[];
}

/** What a parser of TypeScript finds in the text of a file. */
export function regexesOf(file: string, text: string): RegexesOfFile {
  const found: RegexesOfFile = { literals: [], constructed: [] };
  if (!/[/]|RegExp/.test(text)) return found;
  const placeOf = ({ start }: { start: number }) => {
    const lines = text.slice(0, start).split("\n");
    return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  };
  const construct = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === "Identifier" && node.callee.name === "RegExp") found.constructed.push(placeOf(node));
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.literals.push({ place: placeOf(node), regex: new RegExp(pattern, flags) });
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(parseSync(file, text).program);
  return found;
}
