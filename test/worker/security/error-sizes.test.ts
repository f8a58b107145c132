import { describe, expect, it } from "vitest";
import { API_OPERATIONS } from "../../../worker/contracts/open-api.ts";
import { API_PATH, MCP_PATHS } from "../../../worker/contracts/pages.ts";
import { TOOLS } from "../../../worker/features/mcp/mcp-tools.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { TEXT_FIELDS } from "../../support/text-fields.ts";
import { logInOperator } from "../../support/worker/operator.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";

const MAX_BYTES = 4_096;
const bytes = (text: string) => new TextEncoder().encode(text).length;
const sizeOf = async (response: Response) => bytes(await response.text());

const many = <Value>(make: (n: number) => [string, Value]) =>
  Object.fromEntries(Array.from({ length: 300 }, (_, n) => make(n)));
const unknown = many((n) => [`unknown${n}`, "x"]);
/** Names of 150 characters that become longer in JSON or UTF-8. */
const longNames = many((n) => [`${n}${'\u0001"房'.repeat(50)}`.slice(0, 150), n]);

/** Values that every field rejects, used for all fields of a body at once. */
const WRONG: readonly [string, unknown][] = [
  ["a long text", "房\u0001".repeat(4_000)],
  ["an object of many names", many((n) => [`name${n}`, null])],
  ["a list of many objects", Array.from({ length: 300 }, (_, n) => ({ [`name${n}`]: n }))],
  ["a list of many texts", Array.from({ length: 300 }, (_, n) => `${n} of them`)],
  ["null", null],
];

describe("an error response has at most 4 KB", () => {
  it("for every operation, with any names and values", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const site = makeQuietSite({ vars: { RESEND_WEBHOOK_SECRET: "whsec_c2VjcmV0" } });
    const as = `${await site.logIn()}; stats=${await logInOperator(site)}`;
    const operations = Object.entries(TEXT_FIELDS).filter(([operation]) => / \/(?:api|mcp)/.test(operation));
    let errors = 0;
    const expectSmall = async (what: string, response: Response) => {
      const size = await sizeOf(response);
      if (response.status < 400) return;
      errors += 1;
      expect(size, what).toBeLessThanOrEqual(MAX_BYTES);
    };
    for (const [operation, { body, query = [] }] of operations) {
      const [method = "", path = ""] = operation.split(" ");
      // These operations are skipped, because no session may end midway.
      if (/logout|admin\/sessions/.test(path)) continue;
      const filled = path.replaceAll(/:[a-z]+/gi, "999");
      const longest = many((n) => [query[n % Math.max(1, query.length)] ?? `p${n}`, "房".repeat(500)]);
      for (const params of method === "GET" ? [unknown, longNames, longest] : [unknown]) {
        const asked = `${filled}?${new URLSearchParams(params as Record<string, string>).toString()}`;
        const json = method === "GET" ? {} : { json: body?.valid ?? {} };
        await expectSmall(`${operation} with parameters`, await site.fetch(asked, { method, as, ...json }));
      }
      if (!body || method === "GET") continue;
      for (const names of [unknown, longNames])
        await expectSmall(
          `${operation} with unknown names`,
          await site.fetch(filled, { method, as, json: { ...body.valid, ...names } }),
        );
      for (const [kind, value] of WRONG) {
        const json = Object.fromEntries(Object.keys(body.valid).map((name) => [name, value]));
        await expectSmall(`${operation} with ${kind}`, await site.fetch(filled, { method, as, json }));
      }
    }
    expect(errors).toBeGreaterThan(500);
  });

  it("for the open API, and lists invalid parameters before unknown ones", async () => {
    const site = makeQuietSite();
    for (const { path } of Object.values(API_OPERATIONS)) {
      const asked = `${API_PATH}${path.replace("{id}", "1")}?${new URLSearchParams(unknown).toString()}`;
      const response = await site.fetch(asked);
      expect(response.status, path).toBe(400);
      expect(await sizeOf(response), path).toBeLessThanOrEqual(MAX_BYTES);
    }
    const mixed = new URLSearchParams({ ...unknown, maxRent: "many" }).toString();
    const { errors } = (await (await site.fetch(`${API_PATH}/listings?${mixed}`)).json()) as { errors: object };
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(["maxRent", "unknown0"]));
  });

  it("for every tool for assistants", { tags: ["rest"] }, async () => {
    const site = makeQuietSite();
    const call = (name: string, args: unknown) =>
      site.fetch("/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } } });
    for (const name of Object.keys(TOOLS))
      for (const args of [unknown, longNames, ...WRONG.map(([, value]) => value)])
        expect(await sizeOf(await call(name, args)), name).toBeLessThanOrEqual(MAX_BYTES);
    for (const requested of ["9".repeat(50_000), unknown]) {
      const params = { _meta: { "io.modelcontextprotocol/protocolVersion": requested } };
      const response = await site.fetch("/mcp", { json: { jsonrpc: "2.0", id: 1, method: "ping", params } });
      expect(response.status).toBe(400);
      expect(await sizeOf(response)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });
});

describe("the tools for assistants", () => {
  const post = (message: object, headers: Record<string, string> = {}, path = "/mcp") =>
    makeQuietSite().fetch(path, { json: { jsonrpc: "2.0", id: 1, ...message }, headers });

  it.each(MCP_PATHS)("are available at %s, and reject other methods there", async (path) => {
    expect(await (await post({ method: "ping" }, {}, path)).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    const refused = await makeQuietSite().fetch(path);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each(Object.keys(TOOLS).filter((name) => name !== "commute"))(
    "%s accepts null for omitted values",
    async (name) => {
      const required: Record<string, object> = { get_home: { id: 1 }, rent_check: { type: "1 Bedroom", rent: 2_000 } };
      const { shape } = (TOOLS[name] as { input: unknown }).input as { shape: object };
      const nulls = Object.fromEntries(Object.keys(shape).map((field) => [field, null]));
      const textOf = async (given: unknown) =>
        (await post({ method: "tools/call", params: { name, arguments: given } })).text();
      expect(await textOf({ ...nulls, ...required[name] })).toBe(await textOf(required[name] ?? {}));
      if (!required[name]) expect(await textOf(null)).toBe(await textOf({}));
    },
  );

  it.each(["2027-01-01", "2026-07-28", "2025-06-18", "1999-01-01", "x"])(
    "agree on a common version with a client that initializes with version %s",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "a test", version: "1" } };
      for (const headers of [{}, { "mcp-protocol-version": version }] as Record<string, string>[]) {
        const response = await post({ method: "initialize", params }, headers);
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({
          result: { protocolVersion: version === "2025-06-18" ? version : "2025-11-25" },
        });
      }
    },
  );

  it.each(["2027-01-01", "1999-01-01", "x"])("reject version %s in every other request", async (version) => {
    for (const method of ["ping", "tools/list", "tools/call", "resources/list"])
      expect((await post({ method }, { "mcp-protocol-version": version })).status, method).toBe(400);
  });
});
