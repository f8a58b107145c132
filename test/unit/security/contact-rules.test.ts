import { describe, expect, it } from "vitest";
import { contactsIn } from "../../../worker/features/listings/signals/contact-rules.ts";
import { hasNewSignal, textSignals } from "../../../worker/features/listings/signals/text-signals.ts";

/** Tokens of the rules' alphabet: the test repeats each token and every pair. */
const TOKENS = [
  "a",
  "a.",
  "a-",
  "@",
  "@a",
  ".",
  "1",
  "1-",
  "+1 ",
  "(",
  " ",
  " at ",
  "(at)",
  " dot ",
  "www.",
  "http://",
  "ig:",
  "what's app ",
  "t.me/",
  "line: ",
  "com",
  "\n",
];
/** Maximum length of the form's additional information. */
const LENGTH = 10_000;
const MOST_MS = 50;

function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe("the detection of contacts in a text", () => {
  const texts = TOKENS.flatMap((first) => [first, ...TOKENS.map((second) => first + second)]).map((part) =>
    part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH),
  );

  it(`takes at most ${MOST_MS} ms of processor time, for any repeated text`, { tags: ["rest"] }, () => {
    for (const text of texts.slice(0, 20)) contactsIn(text, null);
    const slow = texts.filter(
      // Measured twice, because the garbage collector may run during the first.
      (text) => [1, 2].every(() => processorMs(() => contactsIn(text, "416-555-0123")) > MOST_MS),
    );
    expect(texts.length).toBeGreaterThan(500);
    expect(slow.map((text) => text.slice(0, 12))).toEqual([]);
  });

  it.each([
    ["555 Yonge St, M5R 2E3, 3 Bedrooms", "an address"],
    ["$1,850 a month, first and last: $3,700", "amounts"],
    ["Available 2026-12-01 to 2027-11-30", "dates"],
    ["Yonge & Bloor, 9-5 on weekdays, 24/7 gym", "hours"],
    ["Near the signal and the line to the ferry", "words that are names as well"],
    ["Quiet unit.Info on request.Top floor", "a missing space after a sentence"],
    ["700 sq.ft., no.4 in the building, apt.2", "abbreviations"],
    ["Five minutes' walk to Amazon.ca offices", "a neighbour's name"],
  ])("does not treat %j as a contact: %s", { tags: ["rest"] }, (text) => {
    expect(textSignals([text], { phone: null })).toEqual([]);
    expect(hasNewSignal({ texts: [""], phone: null }, { texts: [text], phone: null })).toBe(false);
  });
});
