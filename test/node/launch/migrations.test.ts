import { describe, expect, it } from "vitest";
import { destructiveChanges, problemsOfMigration, splitPending } from "../../../scripts/launch/migrations.ts";

describe("A migration", () => {
  it.each([
    ["a dropped table", "DROP TABLE `ads`;"],
    ["a dropped view", "DROP VIEW totals;"],
    ["a dropped column", "ALTER TABLE `ads` DROP COLUMN `clicks`;"],
    ["a renamed column", "ALTER TABLE `ads` RENAME COLUMN a TO b;"],
    ["a renamed table", "ALTER TABLE `ads` RENAME TO adverts;"],
    [
      "a table copied into another shape",
      "CREATE TABLE `__new_ads` (id integer);\n--> statement-breakpoint\nDROP TABLE `ads`;\nALTER TABLE `__new_ads` RENAME TO `ads`;",
    ],
    ["deleted rows", "DELETE FROM ads WHERE id < 5;"],
    ["a dropped index", "DROP INDEX `ads_by_day`;"],
    ["a dropped trigger", "DROP TRIGGER IF EXISTS ads_count;"],
  ])("that has %s must have a name that makes it run after the deployment", (_what, sql) => {
    expect(destructiveChanges(sql).length).toBeGreaterThan(0);
    expect(problemsOfMigration("0002_less.sql", sql)).toEqual([expect.stringContaining("_after_deploy.sql")]);
    expect(problemsOfMigration("0002_less_after_deploy.sql", sql)).toEqual([]);
  });

  it.each([
    ["a table", "CREATE TABLE ads (id integer, text text DEFAULT 'DROP TABLE ads;');"],
    ["a column", "ALTER TABLE ads ADD clicks integer; -- DROP TABLE ads;"],
    ["an index in another form", "DROP INDEX `ads_by_day`;\nCREATE INDEX `ads_by_day` ON ads (day, id);"],
    [
      "a trigger that deletes rows",
      "CREATE TRIGGER ads_prune AFTER INSERT ON ads BEGIN\n  DELETE FROM ads WHERE id < 1;\nEND;",
    ],
  ])("that adds %s runs before the deployment", (_what, sql) => {
    expect(problemsOfMigration("0002_more.sql", sql)).toEqual([]);
    expect(problemsOfMigration("0002_more_after_deploy.sql", sql)).toEqual([
      expect.stringContaining("destroys nothing"),
    ]);
  });

  it("does not both add and destroy in one file", () => {
    const sql = "ALTER TABLE ads ADD clicks integer;\nDROP TABLE views;";
    expect(problemsOfMigration("0002_both_after_deploy.sql", sql)).toEqual([
      expect.stringContaining("split it into two migrations"),
    ]);
  });

  it.each([
    ["Windows line ends", "CREATE TABLE ads (\r\n id integer);", "line endings"],
    ["a lowercase begin", "CREATE TRIGGER t AFTER INSERT ON ads begin\n DELETE FROM b;\nEND;", "lowercase"],
    ["a lowercase end", "CREATE TRIGGER t AFTER INSERT ON ads BEGIN\n DELETE FROM b;\nend;", "lowercase"],
    [
      "CASE in a trigger",
      "CREATE TRIGGER t AFTER INSERT ON ads BEGIN\n UPDATE b SET n = CASE WHEN 1 THEN 2 END;\nEND;",
      "CASE",
    ],
  ])("with %s, which D1 parses wrongly, is refused", (_what, sql, words) => {
    expect(problemsOfMigration("0002_form.sql", sql)).toEqual([expect.stringContaining(words)]);
  });
});

describe("Pending migrations", () => {
  it("run in order: those that add before the deployment, those that destroy after its checks", () => {
    expect(splitPending(["0002_b_after_deploy.sql", "0001_a.sql"])).toEqual({
      before: ["0001_a.sql"],
      after: ["0002_b_after_deploy.sql"],
    });
    expect(splitPending([])).toEqual({ before: [], after: [] });
  });

  it("are refused when one would overtake another that waits for its own deployment", () => {
    expect(splitPending(["0002_b_after_deploy.sql", "0003_c.sql"])).toContain(
      "Deploy the commit of 0002_b_after_deploy.sql first",
    );
  });
});
