import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Figures } from "../bench/figures.ts";
import type { Conditions } from "../bench/machine.ts";
import { figuresText, reportMarkdown, sectionMarkdown } from "../bench/report-text.ts";
import { PARTS, wantedOf } from "../bench/wanted.ts";

const quiet: Conditions = {
  at: new Date("2026-11-21T14:05:59Z"),
  processor: "Abacus 9",
  cores: 2,
  memoryGb: 24,
  othersBusy: 0.02,
  versions: { Node: "24.21.0", workerd: "1.2.3" },
};

const figures = (changes: Partial<Figures> = {}): Figures => ({
  title: "Beads",
  meaning: "How many beads are moved.",
  tables: [
    {
      caption: "By hand",
      columns: [{ name: "" }, { name: "a second" }, { name: "ratio", digits: 2, unit: "x" }],
      rows: [
        ["left | hand", 12_345.6, null],
        ["right hand", 7, 0.5],
      ],
    },
  ],
  aims: [
    { text: "more than none", isMet: true },
    { text: "a million", isMet: false },
  ],
  notes: ["Beads are round."],
  ...changes,
});

describe("the bench's arguments", () => {
  it("select every part by default", () => {
    expect(wantedOf([])).toEqual({ parts: PARTS, isReport: false });
  });

  it("request a report of every part when only --report is given", () => {
    expect(wantedOf(["--report"])).toEqual({ parts: PARTS, isReport: true });
  });

  it("run the named parts once each, in the order of the report", () => {
    expect(wantedOf(["pages", "--report", "api", "pages"])).toEqual({ parts: ["api", "pages"], isReport: true });
  });

  it("are refused with a message when a part or switch is unknown", () => {
    expect(wantedOf(["api", "speed"])).toBe("There is no part speed.");
    expect(wantedOf(["--reprot"])).toMatch(/--reprot/);
  });

  it("end the command with 2 and its usage before any measurement when they are invalid", () => {
    const { status, stderr } = spawnSync("node", ["test/bench/bench.ts", "speed"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toMatch(/There is no part speed\.\nUsage: npm run bench/);
  });
});

describe("the report", () => {
  it("contains the question, result, target, place and time of each part", () => {
    expect(sectionMarkdown("api", figures(), quiet)).toBe(`<!-- part: api -->

## Beads

How many beads are moved.

By hand:

|  | a second | ratio |
| --- | ---: | ---: |
| left \\| hand | 12,346 |  |
| right hand | 7 | 0.50x |

- Reached: more than none.
- **Not reached**: a million.

- Beads are round.

Measured 2026-11-21, 14:05 UTC, on 2 cores of Abacus 9 with 24 GB, with Node 24.21.0, workerd 1.2.3.

<!-- end: api -->`);
  });

  it("mentions other load on the machine", () => {
    expect(sectionMarkdown("api", figures(), { ...quiet, othersBusy: 0.456 })).toContain("46% of the processor");
    expect(sectionMarkdown("api", figures(), quiet)).not.toContain("% of the processor");
  });

  it("includes each part that was not measured this time once, in the same order", () => {
    const section = (part: "api" | "pages", title: string) => sectionMarkdown(part, figures({ title }), quiet);
    const first = reportMarkdown(new Map([["pages", section("pages", "Old pages")]]), "");
    const both = reportMarkdown(new Map([["api", section("api", "Old API")]]), first);
    const again = reportMarkdown(new Map([["api", section("api", "New API")]]), both);
    expect(again.match(/^# .*$|^## .*$/gm)).toEqual(["# Performance", "## New API", "## Old pages"]);
    expect(reportMarkdown(new Map(), again)).toBe(again);
  });

  it("is printed in the terminal as aligned columns", () => {
    expect(figuresText(figures({ aims: [], notes: [] }))).toBe(
      [
        "",
        "Beads",
        "By hand:",
        "               a second  ratio",
        "  left | hand    12,346",
        "  right hand          7  0.50x",
      ].join("\n"),
    );
  });
});
