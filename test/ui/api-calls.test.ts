import { describe, expect, it } from "vitest";
import { call, urlOf } from "../../src/lib/api.ts";
import { operation, types } from "../../worker/contracts/operation.ts";

const readHome = operation("GET", "/api/homes/:id", types<{ query: { as?: string }; answer: { id: number } }>);
const renameHome = operation("PATCH", "/api/homes/:id", types<{ body: { name: string }; answer: { id: number } }>);
const listHomes = operation("GET", "/api/homes", types<{ answer: { id: number }[] }>);

/** Compiled and never run. */
export const doesNotCompile = () => [
  call(listHomes),
  // @ts-expect-error a parameter of the path is missing
  call(readHome, {}),
  // @ts-expect-error the path has no such parameter
  call(readHome, { id: 1, token: "x" }),
  // @ts-expect-error the query has no such value
  call(readHome, { id: 1, query: { at: "x" } }),
  // @ts-expect-error the body has another shape
  call(renameHome, { id: 1, body: { title: "x" } }),
  // @ts-expect-error the response has no such field
  call(readHome, { id: 1 }).then(({ title }) => title),
];

describe("the URL of an API call", () => {
  it("has its values escaped, and omits undefined values from the query", () => {
    expect(urlOf(readHome, { id: "1/../2" })).toBe("/api/homes/1%2F..%2F2");
    expect(urlOf(readHome, { id: 7, query: { as: "a b" } })).toBe("/api/homes/7?as=a+b");
    expect(urlOf(readHome, { id: 7, query: { as: undefined } })).toBe("/api/homes/7");
  });
});
