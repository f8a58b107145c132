import { describe, expect, it } from "vitest";
import { CONTENT, countLinks, TITLE } from "../../../worker/contracts/forum.ts";
import { relevantFigures } from "../../../worker/features/automation/automation.posts.service.ts";
import { readFacts, type Benchmark, type Facts } from "../../../worker/features/automation/facts.ts";
import { type Draft, THREAD_KINDS } from "../../../worker/features/automation/kinds.ts";
import { depsAt, facts, listUnits, unit } from "../../support/worker/automation.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const BENCHMARK: Benchmark = {
  bedrooms: "1 Bedroom",
  rentCents: 221_000,
  source: "A report",
  asOf: "2025-10",
  isEstimate: false,
  method: null,
};

const written = (of: Facts, random = () => 0.5) =>
  THREAD_KINDS.map((kind) => ({ kind: kind.name, drafts: kind.write(of, random) }));
const writtenBy = (name: string, of: Facts) =>
  THREAD_KINDS.find((kind) => kind.name === name)?.write(of, () => 0) ?? [];

/** Matches traces of a missing value or a miscalculated number. */
const BROKEN = /undefined|NaN|null|\[object|\$\{|Infinity|!|  |\$0\b|: 0 listings|\b1 (?:public )?listings\b/;
const SIGNATURE = /^Automated post by Community Bot\. (?:Figures: .+ on .+, counted on |Source: )/;

/** Returns the problems with a post; empty when there are none. */
function problems({ title, content }: Pick<Draft, "title" | "content">): string[] {
  const last = content.split("\n").at(-1) ?? "";
  const found: [isWrong: boolean, problem: string][] = [
    [BROKEN.test(`${title}\n${content}`), "broken"],
    [title.length < TITLE.min || title.length > TITLE.max || content.length > CONTENT.max, "too short or too long"],
    [countLinks(content) > 2, "too many links"],
    // The last line names the author and the sources.
    [!SIGNATURE.test(last), "not signed"],
    [/\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b/.test(content), "speaks as a person"],
  ];
  return found.filter(([isWrong]) => isWrong).map(([, problem]) => `${problem}: ${title}\n${content}`);
}

describe("the kinds of threads", () => {
  it("are complete in every wording, labelled as automated, and name their sources", async () => {
    await listUnits(NOW);
    const full = await readFacts(depsAt({ now: NOW }));
    for (const chance of [0, 0.37, 0.999])
      for (const { kind, drafts } of written(full, () => chance)) {
        expect(drafts.length, kind).toBeGreaterThanOrEqual(4);
        expect(new Set(drafts.map(({ title, content }) => title + content)).size, kind).toBe(drafts.length);
        for (const draft of drafts) {
          expect(problems(draft), kind).toEqual([]);
          if (draft.content.includes("benchmark of $")) expect(draft.content).toMatch(/Benchmark: .+, October 2025/);
        }
      }
  });

  it("post nothing but benchmarks on an empty site", async () => {
    const empty = await readFacts(depsAt({ now: NOW }));
    expect([empty.units.length, empty.benchmarks.length]).toEqual([0, 6]);
    expect(written(empty).flatMap(({ kind, drafts }) => (drafts.length > 0 ? [kind] : []))).toEqual(["benchmarks"]);
    for (const { drafts } of written(empty)) for (const draft of drafts) expect(problems(draft)).toEqual([]);
    expect(written(facts()).filter(({ drafts }) => drafts.length > 0)).toEqual([]);
  });

  it("state no rent that is based on too few listings", () => {
    const units = Array.from({ length: 2 }, () => unit({ isNew: true, neighbourhood: "Annex" }));
    expect(written(facts({ units })).filter(({ drafts }) => drafts.length > 0)).toEqual([]);
    const [draft] = writtenBy(
      "place",
      facts({ units: [...units, unit({ bedrooms: "Studio", neighbourhood: "Annex" })] }),
    );
    expect(draft?.content).toContain("- Studio: 1 listing\n- 1 Bedroom: 2 listings\n");
  });

  it("compare a median and its count with the benchmark", () => {
    const units = [1_500, 1_700, 1_800, 1_900, 2_600].map((rent) => unit({ rentCents: rent * 100 }));
    const [draft] = writtenBy("rents", facts({ units, benchmarks: [BENCHMARK] }));
    expect(draft?.content).toContain(
      "Out of 5 listings of 1 bedroom apartments in the City, half ask $1,800 a month or less.",
    );
    expect(draft?.content).toContain("That is $410 (19%) below the benchmark of $2,210 for the City (October 2025).");
    expect(draft?.content).toContain("https://below-market.example/?type=1+BR&sort=price");
  });

  it("state which listings were counted when there are more than they read", () => {
    const units = Array.from({ length: 6 }, () => unit({ neighbourhood: "Weston" }));
    const [draft] = writtenBy("place", facts({ units, isCut: true }));
    expect(draft?.content).toContain("6 listings in Weston, out of the newest 6 public listings");
  });
});

describe("the numbers that a comment states about a thread", () => {
  const area = Array.from({ length: 6 }, () => unit({ neighbourhood: "Weston" }));
  const full = facts({ units: [...area, unit({ neighbourhood: "Mount Dennis" })], benchmarks: [BENCHMARK] });
  const said = (title: string, content = "", of = full) => relevantFigures({ title, content }, of).flat();

  it.each([
    ["Anyone living in Weston?", "6 listings out of 7 public listings are in Weston at the moment."],
    ["mount dennis any good?", "1 listing out of 7 public listings is in Mount Dennis at the moment."],
    ["Is $1,900 a fair rent for a one bedroom?", "the median rent of 7 listings of 1 bedroom apartments in the City"],
  ])("are stated for %s", (title, text) => {
    expect(said(title)[0]?.content).toContain(text);
    for (const { content } of said(title)) expect(problems({ title: "A thread", content })).toEqual([]);
  });

  it("prefer a neighbourhood that the thread names over the type whose rent it asks about", () => {
    const [first = [], second = []] = relevantFigures({ title: "Rent of a 1 bedroom in Weston", content: "" }, full);
    expect(first.every(({ content }) => content.includes("are in Weston at the moment"))).toBe(true);
    expect(second.every(({ content }) => content.includes("median rent of 7 listings"))).toBe(true);
    expect([first.length, second.length]).toEqual([3, 3]);
  });

  it("state only the benchmark when there are too few listings of the type", () => {
    const [first] = said("Is $1,900 a fair rent for a one bedroom?", "", facts({ benchmarks: [BENCHMARK] }));
    expect(first?.content).toContain(
      "the benchmark for 1 bedroom apartments in the City is $2,210 a month (October 2025).",
    );
    expect(first?.content).toMatch(/Source: A report, October 2025\.$/);
    expect(said("Is $900 a fair rent for a studio?")).toEqual([]);
  });

  it.each([
    ["Hello everybody", "Just moved here, and it is raining."],
    ["The westons moved out", ""],
    ["What is it like in Parkdale?", ""],
    ["My one bedroom has a nice view", ""],
    ["Looking for a yoga studio", "What does it cost?"],
    ["Question about an N12", "My landlord wants to move in."],
  ])("are absent for %s", (title, content) => {
    expect(said(title, content)).toEqual([]);
  });
});
