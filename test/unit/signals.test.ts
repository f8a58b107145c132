import { describe, expect, it } from "vitest";
import { NOTE_KINDS, type NoteCode, type ScamBand } from "../../worker/contracts/listings.ts";
import { scamBandOf, scamScoreOf } from "../../worker/contracts/scam-evidence.ts";
import { textSignals } from "../../worker/features/listings/signals/text-signals.ts";
import labelled from "../labelled/signals.json" with { type: "json" };
import more from "../labelled/signals-2.json" with { type: "json" };
import third from "../labelled/signals-3.json" with { type: "json" };
import fourth from "../labelled/signals-4.json" with { type: "json" };
import fifth from "../labelled/signals-5.json" with { type: "json" };

/** Kinds of notes with which the texts are labelled. */
const KINDS = [
  "contact_in_text",
  "deposit_not_allowed",
  "fee_not_allowed",
  "cheques_required",
  "cheques_hint",
  "no_pets",
  "discrimination",
  "discrimination_hint",
  "shares_with_owner",
] as const satisfies NoteCode[];

type Floors = readonly (readonly [name: string, precision: number, recall: number])[];

/**
 * Signs of fraud. These texts were written to evade detection, and most should not be detected, because the rules do
 * not report an uncertain sign. The test therefore requires only precision.
 */
const SCAMS = ["pay_before_viewing", "untraceable_payment", "keys_by_mail"] as const satisfies NoteCode[];

/**
 * Lowest rates accepted for the held-back third of `signals-4.json`, which nobody has read. Its wording is more veiled
 * than that of most ads.
 */
const VEILED: Floors = [
  ["shares_with_owner", 0.9, 0.8],
  ["discrimination", 0.83, 0.55],
];

/** Lowest rates accepted for the held-back third of `signals-5.json`. */
const LATEST: Floors = [
  ["discrimination", 0.9, 0.8],
  ["discrimination_hint", 0.81, 0.81],
  ["shares_with_owner", 0.9, 0.78],
];

/** Kinds of notes with which all texts are labelled; `signals-2.json` has no other labels. */
const LABELLED_MORE: readonly string[] = [
  "fee_not_allowed",
  "no_pets",
  "discrimination",
  "discrimination_hint",
  "shares_with_owner",
];

interface Count {
  right: number;
  wrong: number;
  missed: number;
}

const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const precisionOf = ({ right, wrong }: Count) => ratio(right, right + wrong);
const recallOf = ({ right, missed }: Count) => ratio(right, right + missed);

function count(found: readonly (readonly [found: boolean, wanted: boolean])[]): Count {
  const of = (isFound: boolean, isWanted: boolean) =>
    found.filter(([one, other]) => one === isFound && other === isWanted).length;
  return { right: of(true, true), wrong: of(true, false), missed: of(false, true) };
}

type Labelled = (typeof labelled)[number];

/** Counts how often each kind was found correctly, found wrongly, and missed. */
function countsOf(texts: readonly Labelled[], kinds: readonly string[]): Map<string, Count> {
  const read = texts.map(({ title, text, rentField, bedroomsField, phone, labels }) => {
    const bedrooms = bedroomsField.endsWith("Room") ? "Private Room" : null;
    const notes = textSignals([rentField, `${title}\n${text}`], { phone, bedrooms });
    return { labels, codes: new Set<string>(notes.map(({ code }) => code)) };
  });
  return new Map(
    kinds.map((kind) => [kind, count(read.map(({ codes, labels }) => [codes.has(kind), labels.includes(kind)]))]),
  );
}

const heldBack = labelled.filter((_, position) => position % 3 === 0);
const counts = countsOf(heldBack, KINDS);
const isOpen = (_: Labelled, position: number) => position % 3 !== 0;
const developed = [
  ...labelled.filter(isOpen),
  ...(more as Labelled[]),
  ...third,
  ...fourth.filter(isOpen),
  ...fifth.filter(isOpen),
];

describe("signals in held-back texts", () => {
  it("have their precision and recall printed by kind", () => {
    const percent = (value: number) => `${Math.round(value * 100)}%`.padStart(4);
    const rows = [...counts].map(
      ([name, found]) =>
        `${name.padEnd(20)} precision ${percent(precisionOf(found))}  recall ${percent(recallOf(found))}  (${found.right} right, ${found.wrong} wrong, ${found.missed} missed)`,
    );
    console.log([`${heldBack.length} texts held back`, ...rows].join("\n"));
    expect(heldBack).toHaveLength(67);
  });

  it.each([...counts])("of %s have 90% precision and 80% recall", (name, found) => {
    expect(precisionOf(found), name).toBeGreaterThanOrEqual(0.9);
    // A kind with at most four texts may miss one in four.
    expect(recallOf(found), name).toBeGreaterThanOrEqual(found.right + found.missed > 4 ? 0.8 : 0.75);
  });
});

describe.each<[string, readonly Labelled[], Floors]>([
  ["veiled", fourth, VEILED],
  ["the latest", fifth, LATEST],
])("signals in %s texts that nobody read while the rules were written", (_, texts, floors) => {
  const found = countsOf(
    texts.filter((_text, position) => position % 3 === 0),
    KINDS,
  );

  it.each(floors)("of %s have the recorded recall", (name, precision, recall) => {
    const kind = found.get(name) ?? { right: 0, wrong: 0, missed: 0 };
    expect(kind.right).toBeGreaterThan(0);
    expect(precisionOf(kind)).toBeGreaterThanOrEqual(precision);
    expect(recallOf(kind)).toBeGreaterThanOrEqual(recall);
  });
});

describe("signs of fraud in texts written to hide it", () => {
  const all = countsOf([...labelled, ...(more as Labelled[]), ...third, ...fourth, ...fifth], SCAMS);

  it.each([...all])("are correct where they are found: %s", (_, found) => {
    expect(found.right).toBeGreaterThan(30);
    expect(precisionOf(found)).toBeGreaterThanOrEqual(0.8);
  });
});

describe("signals in the texts that were used to develop the rules", () => {
  it("have a distinct id for each text", () => {
    const ids = [...labelled, ...more, ...third, ...fourth, ...fifth].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([...countsOf(developed, LABELLED_MORE)])("of %s meet the same targets", (_, found) => {
    expect(found.right + found.missed).toBeGreaterThanOrEqual(10);
    expect(precisionOf(found)).toBeGreaterThanOrEqual(0.9);
    expect(recallOf(found)).toBeGreaterThanOrEqual(0.8);
  });
});

describe("the band of scam evidence", () => {
  const notes = (...codes: NoteCode[]) => codes.map((code) => ({ code }));

  it.each<[ScamBand, NoteCode[]]>([
    ["none", []],
    ["none", ["same_phone"]],
    ["none", ["contact_in_text", "cheques_hint", "duplicate"]],
    ["none", ["deposit_not_allowed", "fee_not_allowed", "cheques_required", "no_pets", "discrimination"]],
    ["none", ["same_phone", "deposit_not_allowed"]],
    ["some", ["no_viewing"]],
    ["some", ["same_photo"]],
    ["some", ["price_far_below"]],
    ["some", ["copied_text", "same_phone"]],
    ["some", ["asks_papers", "deposit_not_allowed"]],
    ["some", ["pay_before_viewing", "fee_not_allowed"]],
    ["strong", ["pay_before_viewing", "keys_by_mail"]],
    ["strong", ["price_far_below", "copied_text"]],
    ["strong", ["same_photo", "same_phone", "asks_papers"]],
  ])("is %s for %j", (band, codes) => {
    expect(scamBandOf(notes(...codes))).toBe(band);
    // A sign that occurs twice counts once.
    expect(scamScoreOf(notes(...codes, ...codes))).toBe(scamScoreOf(notes(...codes)));
  });

  it("is strong for a furnished home with a far too low rent", () => {
    expect(scamBandOf([{ code: "price_far_below", isStrong: true }])).toBe("strong");
  });

  it("has a kind for each note that is sufficient alone", () => {
    const scams = (Object.keys(NOTE_KINDS) as NoteCode[]).filter((code) => NOTE_KINDS[code] === "scam");
    expect(scams.filter((code) => scamBandOf(notes(code)) === "none")).toEqual([]);
  });
});
