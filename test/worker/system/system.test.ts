import { describe, expect, it } from "vitest";
import type { SystemState } from "../../../worker/contracts/system.ts";
import { operator } from "../../support/worker/operator.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const PATH = "/api/admin/system";

describe("GET /api/admin/system", () => {
  it("shows the site's state only to moderators", async () => {
    const site = makeSite();
    await site.tick();
    for (const as of [undefined, await operator(site)])
      expect((await site.fetch(PATH, as === undefined ? {} : { as })).status).toBe(401);
    const response = await site.fetch(PATH, { as: await site.logIn() });
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { health, purges, backup, mail, ...lists } = await json<SystemState>(response);
    expect(lists).toEqual({ errors: [], dead: { letters: [], total: 0 } });
    expect(health).toEqual(await json(site.fetch("/health")));
    expect(purges).toMatchObject({ callsLeft: 25, waiting: 0, refusals: 0, oldestAt: null });
    expect(mail).toMatchObject({ held: null, lastRefusal: null });
    expect(backup).toMatchObject({ last: null, isLate: true });
  });

  it("shows the rest when one part does not respond", { tags: ["rest"] }, async () => {
    const site = makeSite({
      deps: ({ purges }) => ({ purges: { ...purges, budget: () => Promise.reject(new Error("overloaded")) } }),
    });
    await site.tick();
    const state = await json<SystemState>(site.fetch(PATH, { as: await site.logIn() }));
    expect(state.purges).toBeNull();
    expect(state.health.status).toBe("ok");
  });
});
