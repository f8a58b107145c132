import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { seedRemote } from "../../../scripts/launch/seed-remote.ts";
import { UNITS } from "../../../scripts/demo/units.ts";
import { fullSize } from "../../support/full-size.ts";
import { configurationCopy, fakeTerminal } from "../../support/node/launch.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Encoding the photos of all takes half a minute. */
const SOME = UNITS.slice(0, fullSize(UNITS.length, 3));

/** Runs the command on an account with this many listings; reads what it is given while that exists. */
async function seedAccount({ isDemo = true, listings = 0 } = {}) {
  const { file, text } = configurationCopy({ isShort: true });
  if (isDemo) writeFileSync(file, text().replace('DEMO_MODE = "false"', 'DEMO_MODE = "true"'));
  const given = { calls: [] as string[], photos: [] as { key: string; file: string }[], sql: "", areFilesThere: false };
  const wrangler = (args: readonly string[]) => {
    given.calls.push(args.slice(0, 3).join(" "));
    const path = args[args.findIndex((arg) => arg === "--filename" || arg === "--file") + 1] ?? "";
    if (args[0] === "r2") {
      given.photos = JSON.parse(readFileSync(path, "utf8")) as typeof given.photos;
      given.areFilesThere = given.photos.every((photo) => existsSync(photo.file));
    } else if (args.includes("--file")) given.sql = readFileSync(path, "utf8");
    return Promise.resolve({ code: 0, stdout: JSON.stringify([{ results: [{ n: listings }] }]), stderr: "" });
  };
  const terminal = fakeTerminal();
  const result = await seedRemote({}, { wrangler, terminal, file, units: SOME }).catch(String);
  return { result, said: terminal.said.join("\n"), ...given };
}

describe("npm run seed:remote", () => {
  it(
    "uploads the photos, then inserts rows that the schema takes",
    async () => {
      const { result, calls, photos, sql, areFilesThere } = await seedAccount();
      expect(result).toBe(0);
      expect(calls).toEqual(["d1 execute DB", "r2 bulk put", "d1 execute DB"]);
      expect(areFilesThere).toBe(true);
      expect(photos.length).toBeGreaterThan(SOME.length);
      expect(new Set(photos.map(({ key }) => key)).size).toBe(photos.length);
      const database = new DatabaseSync(":memory:");
      for (const name of globSync("migrations/*.sql").toSorted()) database.exec(readFileSync(name, "utf8"));
      database.exec(sql);
      const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"];
      expect([count("listings"), count("listing_places")]).toEqual([SOME.length, SOME.length]);
      const phones = database.prepare("SELECT phone FROM listings WHERE phone IS NOT NULL").all();
      expect(phones.every(({ phone }) => /^416-555-01\d\d$/.test(String(phone)))).toBe(true);
    },
    LONG_TESTS.build,
  );

  it("leaves a site with listings, and one that is no demonstration, as it is", async () => {
    const full = await seedAccount({ listings: 3 });
    expect([full.result, full.calls]).toEqual([0, ["d1 execute DB"]]);
    expect(full.said).toContain("there are listings already");
    const real = await seedAccount({ isDemo: false });
    expect(real.result).toContain("Only a demonstration");
    expect(real.calls).toEqual([]);
  });
});
