import { readFileSync, writeFileSync } from "node:fs";
import type { Access, Declared } from "../worker/contracts/operation-rules.ts";
import { OPERATIONS } from "../worker/contracts/operations.ts";

const CONTRACT = "docs/contract.md";
const [START, END] = ["<!-- operations: npm run contract -->", "<!-- /operations -->"];

const WHO: Readonly<Record<Access, string>> = {
  public: "everybody",
  reader: "readers",
  moderator: "moderators",
  operator: "operators",
  stats: "the dashboard",
};

/** How often an operation may be called, where that differs from other reads or writes. */
function limitsOf({ operation: { method }, rule }: Declared): string {
  const { access, minute, limit, isQuestion, worksWhenBanned } = rule;
  const isWrite = method !== "GET" && isQuestion !== true;
  return [
    ...(isQuestion ? ["only asks"] : []),
    ...(minute === null ? ["no limit a minute"] : minute === undefined ? [] : [minute]),
    ...(limit === undefined ? [] : [`\`${limit}\``]),
    ...(isWrite && access === "public" && worksWhenBanned ? ["banned networks too"] : []),
  ].join(", ");
}

/** The table of all operations as they are declared. */
const operationsTable = (): string =>
  [
    "| operation | who | limits | purged from caches by |",
    "| --- | --- | --- | --- |",
    ...OPERATIONS.map((declared) => {
      const { operation, rule } = declared;
      const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
      const tags = (rule.tags ?? []).map((tag) => `\`${tag}\``).join(", ");
      return `| \`${operation.method} ${path}\` | ${WHO[rule.access]} | ${limitsOf(declared)} | ${tags} |`;
    }),
  ].join("\n");

/** The contract with its table of operations as they are declared. */
export function withOperations(contract: string): string {
  const [before = "", rest = ""] = contract.split(START);
  return `${before}${START}\n\n${operationsTable()}\n\n${END}${rest.split(END)[1] ?? ""}`;
}

if (import.meta.main) writeFileSync(CONTRACT, withOperations(readFileSync(CONTRACT, "utf8")));
