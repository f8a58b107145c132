import { relative } from "node:path";
import { MagicString } from "magic-string";
import type { Plugin } from "vite";
import { allFunctions, type CodeFunction } from "./code-functions.ts";

/** True while `npm run mutants` asks tests to report the functions that they call. */
export const reportsCalls = process.env.REPORT_CALLS === "1";

/** Vite plugin with which each function of the product says its number when it is called; test/support/called.ts listens. */
export function calledFunctions(): Plugin {
  const numbers = new Map<string, { number: number; body: CodeFunction }[]>();
  if (reportsCalls)
    for (const [number, body] of allFunctions().entries())
      numbers.set(body.file, [...(numbers.get(body.file) ?? []), { number, body }]);
  return {
    name: "called-functions",
    // The offsets are those of the file as it is written.
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
