import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { siteWithLimitedPurges } from "../../support/worker/limited-purges.ts";
import { purgeGate } from "../../support/worker/own-objects.ts";
import { json, type Site } from "../../support/worker/site.ts";

const PATH = "/api/admin/system/empty-cache";
const press = (site: Site, as?: string) => site.fetch(PATH, { method: "POST", ...(as !== undefined && { as }) });
const audited = async (site: Site, as: string) =>
  (await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as })))
    .filter(({ action }) => action === "cache.empty")
    .map(({ actor, after }) => ({ actor, ...after }));

describe("emptying the cache", () => {
  it("is one call, made before everything that waits, and requires an admin", { tags: ["rest"] }, async () => {
    const { site, attempts, pass } = siteWithLimitedPurges();
    expect((await press(site)).status).toBe(401);
    const as = await site.logIn();
    const now = site.clock.now.getTime();
    await purgeGate().ask(["listing:1"], "withdrawal", now);
    await purgeGate().ask(["listing:2"], "change", now);
    const response = await press(site, as);
    expect(await json(response)).toEqual({ ok: true, callsLeft: 23 });
    expect(attempts).toEqual([{ at: now, tags: [], isEverything: true, succeeded: true }]);
    expect(await audited(site, as)).toEqual([{ actor: "admin", emptied: true }]);
    await pass(60_000);
    await site.tick();
    expect(attempts).toHaveLength(1);
  });

  it("reports when Cloudflare refuses it, and changes nothing", async () => {
    const { site, attempts, platform, pass } = siteWithLimitedPurges();
    const as = await site.logIn();
    platform.isDown = true;
    const refused = await press(site, as);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "12"]);
    expect(await json(refused)).toMatchObject({ code: "cache.refused" });
    // Cloudflare is not called again before the time in Retry-After has passed.
    expect((await press(site, as)).status).toBe(503);
    expect(attempts).toHaveLength(1);
    expect(await audited(site, as)).toEqual([
      { actor: "admin", emptied: false },
      { actor: "admin", emptied: false },
    ]);
    platform.isDown = false;
    await pass(60_000);
    expect(attempts).toHaveLength(1);
    expect((await press(site, as)).status).toBe(200);
  });
});
