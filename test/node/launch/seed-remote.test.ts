import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { seedRemote } from "../../../scripts/seed-remote.ts";
import { UNITS } from "../../../scripts/demo/units.ts";
import { fullSize } from "../../support/full-size.ts";
import { configurationCopy, fakeTerminal } from "../../support/node/launch.ts";
import { migrationsIn } from "../../../scripts/local-database.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Units to seed: encoding the photos of all units takes half a minute. */
const SOME = UNITS.slice(0, fullSize(UNITS.length, 3));

/** Runs the command on an account with this many listings; reads the files passed to wrangler while they exist. */
async function seedAccount({ isDemo = true, listings = 0 } = {}) {
  const { file, text } = configurationCopy({ isShort: true });
  if (isDemo) writeFileSync(file, text().replace('DEMO_MODE = "false"', 'DEMO_MODE = "true"'));
  const given = { calls: [] as string[], files: [] as { key: string; file: string }[], sql: "", areFilesThere: true };
  const wrangler = (args: readonly string[]) => {
    given.calls.push(args.slice(0, 3).join(" "));
    const path = args[args.findIndex((arg) => arg === "--filename" || arg === "--file") + 1] ?? "";
    if (args[0] === "r2") {
      const listed = JSON.parse(readFileSync(path, "utf8")) as typeof given.files;
      given.files.push(...listed);
      given.areFilesThere &&= listed.every(({ file: uploaded }) => existsSync(uploaded));
    } else if (args.includes("--file")) given.sql = readFileSync(path, "utf8");
    return Promise.resolve({ code: 0, stdout: JSON.stringify([{ results: [{ n: listings }] }]), stderr: "" });
  };
  const terminal = fakeTerminal();
  const result = await seedRemote({}, { wrangler, terminal, file, units: SOME }).catch(String);
  return { result, said: terminal.said.join("\n"), ...given };
}

describe("npm run seed:remote", () => {
  it(
    "uploads photos, a timetable and a map with their pointers last, then inserts rows that the schema allows",
    { tags: ["rest"], timeout: LONG_TESTS.build },
    async () => {
      const { result, calls, files, sql, areFilesThere } = await seedAccount();
      expect(result).toBe(0);
      const uploads = Array<string>(5).fill("r2 bulk put");
      expect(calls).toEqual(["d1 execute DB", ...uploads, "d1 execute DB"]);
      expect(areFilesThere).toBe(true);
      const keys = files.map(({ key }) => key);
      expect(keys.filter((key) => key.startsWith("listings/")).length).toBeGreaterThan(SOME.length);
      expect(keys.slice(-6).map((key) => key.replace(/[\w-]+(?=\/\w+\.bin|\.pmtiles)/, "*"))).toEqual([
        "transit/*/saturday.bin",
        "transit/*/sunday.bin",
        "transit/*/weekday.bin",
        "tiles/*.pmtiles",
        "transit/current.json",
        "tiles/current.json",
      ]);
      expect(new Set(keys).size).toBe(keys.length);
      const database = new DatabaseSync(":memory:");
      for (const migration of migrationsIn("migrations")) database.exec(migration.sql);
      // A building from an earlier import stays.
      const imported = /INTO rental_buildings .* VALUES \(4153529, .*/.exec(sql)?.[0] ?? "";
      database.exec(`INSERT ${imported.replace("105 ISABELLA ST", "IMPORTED")}`);
      database.exec(sql);
      const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"];
      expect([count("listings"), count("listing_places")]).toEqual([SOME.length, SOME.length]);
      const building = database.prepare("SELECT address FROM rental_buildings WHERE rsn = 4153529").get();
      expect(building?.["address"]).toBe("IMPORTED");
      const phones = database.prepare("SELECT phone FROM listings WHERE phone IS NOT NULL").all();
      expect(phones.every(({ phone }) => /^416-555-01\d\d$/.test(String(phone)))).toBe(true);
    },
  );

  it("does not change a site that has listings or is not a demonstration", async () => {
    const full = await seedAccount({ listings: 3 });
    expect([full.result, full.calls]).toEqual([0, ["d1 execute DB"]]);
    expect(full.said).toContain("there are listings already");
    const real = await seedAccount({ isDemo: false });
    expect(real.result).toContain("Only a demonstration");
    expect(real.calls).toEqual([]);
  });
});
