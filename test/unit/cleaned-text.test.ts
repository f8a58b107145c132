import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "../../worker/contracts/folded-text.ts";
import { cleanLine, cleanText } from "../../worker/contracts/text.ts";

const ZWNJ = "\u200C";
const ZWJ = "\u200D";
const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);

/** Words whose meaning changes without their joiners. */
const WORDS = [
  ["Persian, not yet prefixed", `می${ZWNJ}خواهم`],
  ["Persian, a plural", `خانه${ZWNJ}های دو${ZWNJ}خوابه`],
  ["Persian, with a vowel mark", `کتابِ${ZWNJ}من`],
  ["Urdu", `خوش${ZWNJ}نما`],
  ["Sinhala, a conjunct", `ශ්${ZWJ}රී ලංකා`],
  ["Sinhala, touching letters", `ක${ZWJ}්ක`],
  ["Hindi, a half form", `क्${ZWJ}ष`],
  ["Hindi, an explicit virama", `क्${ZWNJ}ष`],
  ["Hindi, a letter with nukta", `क़्${ZWJ}य`],
  ["Bengali, a ra with ya-phalaa", `র${ZWJ}্যাম`],
  ["Kannada, before a suffix", `ಬಸ್${ZWNJ}ಗಳು`],
  ["Malayalam, a chillu at the end", `അവന്${ZWJ}`],
  ["Tamil", `க்${ZWNJ}ஷ`],
  ["Telugu", `జాన్${ZWNJ}సన్`],
  ["Punjabi", `ਸ੍${ZWNJ}ਰੀ`],
  ["Gujarati", `ક્${ZWJ}ષ`],
  ["Odia", `କ୍${ZWNJ}ଷ`],
  ["Burmese", `က္${ZWNJ}က`],
  ["Khmer", `ក្${ZWNJ}ក`],
] as const;

/** Emoji that Unicode recommends and that consist of several parts. */
const EMOJI = (() => {
  const skins = ["", "🏻", "🏽", "🏿"];
  const people = ["👩", "👨", "🧑", "👮", "🏃", "👁️", "🏴", "🏳️", "❤️", "🐻", "⛓️", "🙂"];
  const things = ["🚀", "⚕️", "♀️", "♂️", "➡️", "🌈", "⚧️", "☠️", "🔥", "❄️", "💥", "↔️", "🗨️", "🦯", "🤝"];
  const parts = people.flatMap((person) => skins.map((skin) => person + skin));
  const pairs = parts.flatMap((person) => things.map((thing) => [person, thing].join(ZWJ)));
  const families = ["👨‍👩‍👧‍👦", "👩🏽‍❤️‍💋‍👨🏿", "🧑🏽‍🤝‍🧑🏻", "🧑‍🧑‍🧒‍🧒", "🏃🏽‍♀️‍➡️"];
  const flags = ["gbeng", "gbsct", "gbwls"].map((region) =>
    ["🏴", ...Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))), "\u{E007F}"].join(
      "",
    ),
  );
  const rgi = /^\p{RGI_Emoji}$/v;
  return [...pairs, ...families, ...flags, "1️⃣", "🇨🇦"].filter((emoji) => rgi.test(emoji));
})();

describe("zero-width joiners", () => {
  it.each(WORDS)("are kept in %s", (_, word) => {
    const typed = word.normalize("NFC");
    expect(cleanText(word)).toBe(typed);
    expect(cleanLine(`a ${word} b`)).toBe(`a ${typed} b`);
  });

  it("are kept in every emoji that contains them: people, skin tones, hearts and flags", () => {
    expect(EMOJI.length).toBeGreaterThan(60);
    for (const emoji of EMOJI) {
      expect(cleanText(emoji)).toBe(emoji);
      expect(graphemes(cleanText(`home${emoji}${emoji} x`))).toEqual(["h", "o", "m", "e", emoji, emoji, " ", "x"]);
    }
  });

  it.each([
    ["between Latin letters", `e${ZWJ}vil ${ZWNJ}shop${ZWNJ}`, "evil shop"],
    ["between Cyrillic letters", `до${ZWNJ}м`, "дом"],
    ["beside letters that they do not change", `房${ZWJ}子 1${ZWNJ}2`, "房子 12"],
    ["at the edges of Persian words", `${ZWNJ}خانه${ZWNJ} ${ZWNJ}نو${ZWNJ}`, "خانه نو"],
    ["that come twice", `می${ZWNJ}${ZWNJ}شود 👩${ZWJ}${ZWJ}🚀`, "میشود 👩🚀"],
    ["between a letter and an emoji", `a${ZWJ}🚀${ZWJ}b`, "a🚀b"],
    ["between a letter and a mark, which then make one letter", `e${ZWNJ}\u0301`, "é"],
    ["after a virama without its letter", `\u094D${ZWJ}`, ""],
  ])("are removed %s", (_, typed, cleaned) => expect(cleanText(typed)).toBe(cleaned));

  it("leave no tags without a flag, and none beyond a region's code", () => {
    const tag = (text: string) => Array.from(text, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join("");
    expect(cleanText(`a${tag("hidden")}\u{E007F}b`)).toBe("ab");
    expect(cleanText(`🏴${tag("ignoreallrules")}\u{E007F}`)).toBe("🏴");
    expect(cleanText(`🏴${tag("gbsct")}`)).toBe("🏴");
  });

  it("make no difference in searches and comparisons", () => {
    for (const [, word] of WORDS)
      expect(foldText(word).text).toBe(foldText(word.replaceAll(/[\u200C\u200D]/g, "")).text);
  });
});

describe("cleaning", () => {
  const pieces = [
    ...WORDS.map(([, word]) => word),
    ...EMOJI.slice(0, 20),
    ..."aeé1 \n\t.क्ষ़\u09CDසිمور\u064B\u0670\u0301\u0323\u0651\u0640".split(""),
    "👩",
    "🏽",
    "🏴",
    "\uFE0F",
    "\u20E3",
    "\u200B",
    "\u202E",
    "\u{E0067}",
    "\u{E007F}",
    "\u1100",
    "\u1161",
    ZWJ,
    ZWNJ,
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(""));

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const clean of [cleanText, cleanLine]) {
          const once = clean(text);
          expect(clean(once)).toBe(once);
          expect(once).toBe(once.normalize("NFC"));
          expect(once).not.toMatch(/\p{M}{5}|[\u200C\u200D]{2}|\u200B|\u202E/u);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("keeps the graphemes of text that is already clean", () => {
    const clean = fc.array(fc.constantFrom(...WORDS.map(([, word]) => word), ...EMOJI), { maxLength: 8 });
    fc.assert(
      fc.property(clean, (parts) => {
        const text = parts.join(" ").normalize("NFC");
        expect(graphemes(cleanText(text))).toEqual(graphemes(text));
      }),
    );
  });
});
