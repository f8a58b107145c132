import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The file with the tagline, a part of the logo, which fits on one line of a phone's header. */
const MARK = "src/app/header.tsx";
/** Style of an email's footer, which names the sender and explains how to stop the emails. */
const MAIL_FOOTER = "font-size:13px;line-height:1.5";

const PIXELS = { px: 1, rem: 16, pt: 4 / 3 };

/**
 * Returns the sizes in a file that are below 14 px. The names `text-legal` and `text-axis` indicate which texts may be
 * smaller.
 */
function smallSizes(code: string): string[] {
  const onScreens = code.replace(/@media print \{[\s\S]*?\n\}/g, "").replaceAll(MAIL_FOOTER, "");
  const sizes = onScreens.matchAll(/(?:font-size: ?|text-\[(?:min\()?)([\d.]+)(px|rem|pt)/g);
  const small = [...sizes].filter(([, size, unit]) => {
    const pixels = Number(size) * PIXELS[unit as keyof typeof PIXELS];
    // Zero is the size of a cell without text.
    return pixels > 0 && pixels < 14;
  });
  return [...small.map(([size]) => size), ...(onScreens.match(/\btext-xs\b/g) ?? [])];
}

describe("text", () => {
  it("has at least 14 px on every screen and in emails, except in legal lines and chart axes", () => {
    const files = globSync(["src/**/*.{tsx,ts,css}", "worker/**/*.ts", "public/*.html"]).filter(
      (path) => path !== MARK,
    );
    expect(files.length).toBeGreaterThan(500);
    const found = files.map((path) => [path, smallSizes(readFileSync(path, "utf8"))] as const);
    expect(found.filter(([, sizes]) => sizes.length > 0)).toEqual([]);
  });

  it.each(["text-xs", "text-[0.8125rem]", "text-[13px]", "font-size: 0.75rem", "font-size:12px"])(
    "is too small at %s",
    (size) => expect(smallSizes(size)).toHaveLength(1),
  );
});
