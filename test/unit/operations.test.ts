import { describe, expect, it } from "vitest";
import { operation, types } from "../../worker/contracts/operation.ts";
import { declare, json } from "../../worker/contracts/operation-rules.ts";
import { OPERATIONS, operationOf } from "../../worker/contracts/operations.ts";
import * as z from "zod/mini";

const readHome = operation("GET", "/api/homes/:id", types<{ query: { as?: string }; answer: { id: number } }>);
const renameHome = operation("PATCH", "/api/homes/:id", types<{ body: { name: string }; answer: { id: number } }>);
const homes = { readHome, renameHome, HOMES_MAX: 3 };
const name = z.object({ name: z.string() });

/** Only compiled, never run. */
export const doesNotCompile = () => [
  // @ts-expect-error one operation has no rule
  declare(homes, { readHome: { access: "public" } }),
  // @ts-expect-error a rule has no operation
  declare({ readHome }, { readHome: { access: "public" }, renameHome: { access: "public", body: json(name) } }),
  // @ts-expect-error the schema rejects the declared body
  declare({ renameHome }, { renameHome: { access: "public", body: json(z.object({ name: z.number() })) } }),
  // @ts-expect-error a rule states how a body is parsed
  declare({ renameHome }, { renameHome: { access: "public" } }),
  // @ts-expect-error operations belong to the API
  operation("GET", "/homes", types<{ answer: string }>),
];

describe("a declared operation", () => {
  it("gets its rule by its name", () => {
    const rules = declare(homes, {
      readHome: { access: "public" },
      renameHome: { access: "reader", body: json(name) },
    });
    expect(rules.renameHome).toMatchObject({ operation: renameHome, rule: { access: "reader" } });
  });

  it("is found by method and path, fixed segments before parameters", () => {
    for (const { operation: declared } of OPERATIONS) {
      const path = declared.path.replaceAll(/:\w+/g, "7");
      expect(operationOf(declared.method, path)?.operation.path, path).toBe(declared.path);
    }
    expect(operationOf("HEAD", "/api/shortlists/x")?.operation.path).toBe("/api/shortlists/:token");
    expect(operationOf("GET", "/api/shortlists/x/y")).toBeNull();
    expect(operationOf("PUT", "/api/shortlists/x")).toBeNull();
  });

  it("exists only once", () => {
    const names = OPERATIONS.map(({ operation: { method, path } }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
