import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withFewerLetters } from "../../scripts/font-bytes.ts";
import { drawableText, fitText, readFontFace } from "../../worker/platform/font-face.ts";

const whole = readFileSync("node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf");
const isLatin = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x250;
const subset = await withFewerLetters(whole);
const face = readFontFace(subset);

describe("a font with fewer letters", () => {
  it("contains exactly the requested letters, with their widths unchanged", () => {
    const before = readFontFace(whole);
    for (let code = 0; code < 0x300; code += 1) {
      expect(face.covers(code), code.toString(16)).toBe(isLatin(code) && before.covers(code));
    }
    // The code points of a Hebrew, a Georgian and a Braille character.
    for (const code of [0x5d0, 0x10d0, 0x2801]) expect([before.covers(code), face.covers(code)]).toEqual([true, false]);
    const text = "5 Élm Street, $1,850 ßøĿ…";
    expect(face.widthOf(text)).toBe(before.widthOf(text));
    expect(subset.length).toBeLessThan(whole.length / 3);
  });

  it("keeps the copyright notice that its licence requires", () => {
    // Names are stored as UTF-16 in big-endian order.
    expect(subset.includes(Buffer.from("Bitstream", "utf16le").swap16())).toBe(true);
  });
});

describe("a text reduced to the letters of a font", () => {
  it.each([
    ["5 Elm St", "5 Elm St"],
    ["  5\n\tElm \u00a0 St ", "5 Elm St"],
    ["😀 5 👩‍👩‍👧 Elm ❤️ 🇨🇦", "5 Elm"],
    ["5 中 Elm", "5 Elm"],
    ["Cafe\u0301 \u202eX\u200b\u0000", "Café X"],
    ["\ud800 5", "5"],
    ["🎉", ""],
  ])("turns %j into %j", (text, shown) => expect(drawableText(text, face)).toBe(shown));
});

describe("a text made to fit", () => {
  const box = { width: 500, size: { largest: 60, smallest: 20 }, lines: 2 };

  it("shrinks, then wraps at a space, then ends with an ellipsis", () => {
    expect(fitText("Elm St", face, box)).toEqual({ lines: ["Elm St"], size: 60 });
    const smaller = fitText("A rather long name of a street", face, box);
    expect(smaller.lines).toHaveLength(1);
    expect(smaller.size).toBeLessThan(60);
    const [first = "", second = "", ...more] = fitText("words ".repeat(14).trim(), face, box).lines;
    expect(first).toMatch(/words$/);
    expect(second).toMatch(/^words/);
    expect(more).toEqual([]);
    expect(fitText("words ".repeat(60).trim(), face, box).lines[1]).toMatch(/…$/);
  });

  it("never exceeds its box, even with unusual contents", () => {
    for (const text of ["W".repeat(60), "i".repeat(300), `5 ${"W".repeat(59)} x`, "a b ".repeat(99), "W"]) {
      const { lines, size } = fitText(text, face, box);
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(face.widthOf(line) * size, line).toBeLessThanOrEqual(box.width);
    }
  });
});
