import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";

/** Calls to each Durable Object. */
const CALLS: Record<string, (deps: Deps) => unknown> = {
  ATTEMPTS: (deps) => [deps.attempts.take("a", []), deps.attempts.refund("a"), deps.attempts.seen("a", 1)],
  MAILINGS: (deps) => deps.mailings("digest:2026-11-20").check(0),
  PURGES: (deps) => [
    deps.purges.ask([], "change"),
    deps.purges.take(),
    deps.purges.takeEverything(),
    deps.purges.done(1),
    deps.purges.refused(1),
    deps.purges.budget(),
  ],
  TRANSIT: (deps) => deps.transit().itineraries({} as never, []),
  VISITOR_HUB: (deps) => deps.visitors.hub().read(0, 0),
  VISITOR_SHARDS: (deps) => deps.visitors.shard("1").countWithin({} as never, 0),
};

const isNamespace = (value: unknown) => Object.prototype.toString.call(value) === "[object DurableObjectNamespace]";

describe("Durable Objects", () => {
  const bindings = Object.entries(env).flatMap(([name, value]) => (isNamespace(value) ? [name] : []));

  it("are all listed", () => {
    expect(bindings.toSorted()).toEqual(Object.keys(CALLS));
  });

  it.each(Object.entries(CALLS))("of %s are created near the database at their first call", (binding, call) => {
    const given: unknown[] = [];
    const stub = new Proxy({}, { get: () => async () => ({}) });
    const namespace = {
      idFromName: (name: string) => name,
      get: (_id: string, options?: unknown) => {
        given.push(options);
        return stub;
      },
    };
    call(makeDeps({ ...env, [binding]: namespace }, createExecutionContext()));
    expect(given.length).toBeGreaterThan(0);
    for (const options of given) expect(options).toEqual({ locationHint: "enam" });
  });

  it("are accessed from one module only", () => {
    const sources = import.meta.glob("../../../worker/**/*.ts", { query: "?raw", import: "default", eager: true });
    const users = Object.entries(sources).filter(([, text]) => /idFromName|newUniqueId|getByName/.test(text));
    expect(users.map(([file]) => file.replace(/^.*worker\//, ""))).toEqual(["platform/deps.ts"]);
  });
});
