import { describe, expect, it } from "vitest";
import { readFacts, type Facts } from "../../../worker/features/automation/facts.ts";
import { type Draft, kindsByTurn, shuffled } from "../../../worker/features/automation/kinds.ts";
import { depsAt, listUnits } from "../../support/worker/automation.ts";
import { fullSize } from "../../support/worker/full-size.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
/** Returns a text without its dates, in lower case. */
const undated = (text: string) =>
  text
    .replaceAll(new RegExp(`\\b(?:${MONTHS})( \\d{1,2},)? \\d{4}\\b`, "g"), "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
/** Returns a text without its last line, which contains the signature and the sources. */
const body = (content: string) => content.split("\n").slice(0, -1).join("\n").trim();

describe("a year of threads", () => {
  interface Posted extends Draft {
    kind: string;
    nth: number;
  }
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

  /** Creates this many posts a day for a year, as the service would from each week's listings. */
  function year(of: Facts, perDay: number, days = 365): Posted[] {
    seed = 1;
    const last = new Map<string, string>();
    const posted: Posted[] = [];
    const said = new Set<string>();
    let { units } = of;
    const isFree = (kind: string, title: string, nth: number) =>
      !posted.some((other) => other.kind === kind && other.title === title && nth - other.nth < 90);
    function firstNew(today: Facts, { day, nth }: { day: string; nth: number }): Posted | undefined {
      for (const { name: kind, write } of kindsByTurn(last, day, random)) {
        const draft = shuffled(write(today, random), random).find(
          ({ body, title }) => !said.has(undated(body)) && isFree(kind, title, nth),
        );
        if (draft) return { ...draft, kind, nth };
      }
      return undefined;
    }
    for (let nth = 0; nth < days; nth += 1) {
      const now = new Date(NOW.getTime() + nth * 86_400_000);
      const day = now.toISOString().slice(0, 10);
      // Listings come and go, and rents change slightly.
      if (nth % 7 === 0)
        units = of.units
          .filter(() => random() < 0.8)
          .map((one) => ({ ...one, rentCents: one.rentCents && Math.round(one.rentCents * (0.95 + random() / 10)) }));
      const today = { ...of, units, day };
      const until = posted.length + perDay;
      while (posted.length < until) {
        const found = firstNew(today, { day, nth });
        if (!found) break;
        said.add(undated(found.body));
        last.set(found.kind, day);
        posted.push(found);
      }
    }
    return posted;
  }
  const perDayOf = (posted: readonly Posted[]) =>
    Array.from({ length: 365 }, (_, day) => posted.filter(({ nth }) => nth === day).length);

  /** Fails if two posts look alike to a reader. */
  function expectNothingTwice(posted: readonly Posted[]) {
    const bodies = posted.map(({ content }) => undated(body(content)));
    expect(bodies.filter((text, nth) => bodies.indexOf(text) !== nth)).toEqual([]);
    // The same text must not appear under another question.
    const said = posted.map(({ body }) => undated(body));
    expect(new Set(said).size).toBe(said.length);
    for (const { title, nth } of posted)
      expect(posted.filter((other) => other.title === title && Math.abs(other.nth - nth) < 90)).toHaveLength(1);
  }

  it(
    "has one thread a day when there are listings, and no two alike even at five a day",
    { tags: ["rest"] },
    async () => {
      await listUnits(NOW);
      const days = fullSize(365, 120);
      const posted = year(await readFacts(depsAt({ now: NOW })), 5, days);
      expectNothingTwice(posted);
      expect(posted.length).toBeGreaterThanOrEqual(2 * days);
      const one = year(await readFacts(depsAt({ now: NOW })), 1, days);
      expectNothingTwice(one);
      expect(new Set(perDayOf(one).slice(0, days))).toEqual(new Set([1]));
    },
  );
});
