import { describe, expect, it } from "vitest";
import {
  arrowText,
  percentages,
  percentOf,
  relativeTime,
  shareText,
  signedCount,
} from "../../../src/features/visitors/stats-text.ts";
import { toCsv } from "../../../worker/contracts/csv.ts";
import { pollDelayMs } from "../../../src/lib/use-poll.ts";
import { axisTop, curvePath } from "../../../src/features/visitors/stats-period.tsx";

const NOW = "2026-11-21T17:00:00.000Z";
const agoText = (seconds: number) => relativeTime(new Date(Date.parse(NOW) - seconds * 1000).toISOString(), NOW);

describe("the time since a visitor was last seen", () => {
  it.each([
    [0, "Just now"],
    [59, "Just now"],
    [60, "1 min ago"],
    [119, "1 min ago"],
    [120, "2 mins ago"],
    [59 * 60 + 59, "59 mins ago"],
    [3600, "1 hour ago"],
    [2 * 3600, "2 hours ago"],
    [1500 * 3600, "1,500 hours ago"],
    // A recorded time can be in the future if the clock of the recording machine is ahead.
    [-5, "Just now"],
  ])("is shown after %i seconds as: %s", (seconds, text) => expect(agoText(seconds)).toBe(text));
});

describe("percentages", () => {
  it("of two parts always add up to 100, unless both parts are 0", () => {
    expect(percentages(1, 2)).toEqual([33, 67]);
    expect(percentages(0, 7)).toEqual([0, 100]);
    expect(percentages(1, 1)).toEqual([50, 50]);
    expect(percentages(0, 0)).toEqual([0, 0]);
    for (let one = 0; one < 40; one += 1) {
      const [first, second] = percentages(one, 37);
      expect(first + second).toBe(100);
    }
  });

  it("of a part of 0 are 0", () => {
    expect(percentOf(1, 0)).toBe(0);
    expect(percentOf(1, 3)).toBe(33);
    expect([signedCount(3), signedCount(0), signedCount(-1200)]).toEqual(["+3", "0", "−1,200"]);
  });

  it.each([
    [0, 100, "0%"],
    [1, 0, "0%"],
    [1, 5_000, "<0.1%"],
    [4, 1_000, "0.4%"],
    [1, 100, "1%"],
    [96, 1_000, "9.6%"],
    [999, 10_000, "10%"],
    [124, 1_000, "12%"],
    [7, 7, "100%"],
  ])("of small shares have a decimal: %i of %i are %s", (part, whole, text) =>
    expect(shareText(part, whole)).toBe(text),
  );
});

describe("a change", () => {
  it.each([
    [15, 10, "↑ 50%"],
    [10, 20, "↓ 50%"],
    [10, 10, "no change"],
    [9, 20, ""],
    [20, 9, ""],
    [20, 0, ""],
    [20, null, ""],
    [undefined, 20, ""],
  ])("from %s before to %s now is %j, because a percentage needs at least ten on both sides", (whole, before, text) =>
    expect(arrowText({ ...(whole !== undefined && { whole }), before })).toBe(text),
  );
});

describe("a table as CSV", () => {
  it("quotes values where RFC 4180 requires it, and ends each line with CRLF", () => {
    expect(toCsv(["Page", "Visits"], [["/a,b", 1]])).toBe('Page,Visits\r\n"/a,b",1\r\n');
    expect(toCsv(["a"], [['say "hi"'], ["two\nlines"], ["two\r\nlines"], ["plain"], [""]])).toBe(
      'a\r\n"say ""hi"""\r\n"two\nlines"\r\n"two\r\nlines"\r\nplain\r\n\r\n',
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\u{a0}@SUM(A1)", "＝1", "＋1", "－1", " ＠SUM(A1)"])(
    "keeps a spreadsheet from running %j",
    (text) => {
      expect(toCsv(["a"], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );

  it("keeps a spreadsheet from running hidden formulas", () => {
    expect(toCsv(["a"], [["\n=1"], ["\nx"], [" \n =1"]])).toBe(`a\r\n"'\n=1"\r\n"'\nx"\r\n"' \n =1"\r\n`);
  });

  it("does not change other text", () => {
    expect(toCsv(["a"], [["a=1"], ["  two words"], ["1-2"]])).toBe("a\r\na=1\r\n  two words\r\n1-2\r\n");
  });

  it("also guards quoted text, and does not change numbers", () => {
    expect(toCsv(["a", "b"], [['=HYPERLINK("x","y")', -3]])).toBe(`a,b\r\n"'=HYPERLINK(""x"",""y"")",-3\r\n`);
  });
});

describe("polling", () => {
  it("waits twice as long after each failure, up to half a minute, and never less than usual", () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((failures) => pollDelayMs(1000, failures))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect(pollDelayMs(300_000, 3)).toBe(300_000);
  });
});

describe("the curve", () => {
  /** Heights that a path reaches, sampled from its Bézier segments. */
  function heights(path: string): number[] {
    const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, index) => numbers[index * 2 + 1] ?? 0);
    const found = [points[0] ?? 0];
    for (let index = 1; index + 2 < points.length; index += 3) {
      const [a, b, c, d] = [points[index - 1], points[index], points[index + 1], points[index + 2]] as number[];
      for (let t = 0; t <= 1; t += 0.1)
        found.push(
          (1 - t) ** 3 * (a ?? 0) +
            3 * t * (1 - t) ** 2 * (b ?? 0) +
            3 * t ** 2 * (1 - t) * (c ?? 0) +
            t ** 3 * (d ?? 0),
        );
    }
    return found;
  }

  it("passes through every point and never overshoots the counted values", () => {
    const values = [0, 0, 5, 100, 3, 3, 0, 50, 49, 0];
    const path = curvePath(values.map((y, x) => ({ x, y })));
    expect(path.startsWith("M0,0")).toBe(true);
    for (const [x, y] of values.entries()) expect(path).toContain(`${x},${y}`);
    expect(Math.min(...heights(path))).toBeGreaterThanOrEqual(-0.01);
    expect(Math.max(...heights(path))).toBeLessThanOrEqual(100.01);
  });

  it("is empty without points, and has a round maximum whose half is a whole number", () => {
    expect(curvePath([])).toBe("");
    expect([0, 1, 4, 5, 10, 11, 21, 99, 101, 1234].map(axisTop)).toEqual([4, 4, 4, 6, 10, 20, 40, 100, 200, 2000]);
  });
});
