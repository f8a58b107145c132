import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CONTENT, countLinks, TITLE } from "../../../worker/contracts/forum.ts";
import { relevantFacts } from "../../../worker/features/automation/comment-facts.ts";
import { readFacts } from "../../../worker/features/automation/automation.facts.service.ts";
import type { Facts } from "../../../worker/features/automation/facts.ts";
import type { Draft } from "../../../worker/features/automation/kinds.ts";
import { lastNoticeDay } from "../../../worker/features/automation/kinds-standing.ts";
import { THREAD_KINDS } from "../../../worker/features/automation/library.ts";
import { depsAt, facts, listUnits, unit } from "../../support/worker/automation.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-17`);

const written = (of: Facts, random = () => 0.5) =>
  THREAD_KINDS.map((kind) => ({ kind, drafts: kind.write(of, random) }));

/** What no post may hold, whatever it is made from. */
const BROKEN = /undefined|NaN|null|\[object|\$\{|Infinity|!|  |\$0\b|: 0 listings|\b1 (?:public )?listings\b/;

const SIGNATURE = /^Automated post by Community Bot\. (?:Figures: .+ on .+, counted on |Source: |It holds no figures)/;

/** What is wrong with a post; nothing when it is sound. */
function problems({ title, content }: Pick<Draft, "title" | "content">): string[] {
  const last = content.split("\n").at(-1) ?? "";
  const found: [isWrong: boolean, problem: string][] = [
    [BROKEN.test(`${title}\n${content}`), "broken"],
    [title.length < TITLE.min || title.length > TITLE.max || content.length > CONTENT.max, "too short or too long"],
    [countLinks(content) > 2, "too many links"],
    // The last line says who wrote it, and from what.
    [!SIGNATURE.test(last), "not signed"],
    [/\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b/.test(content), "speaks as a person"],
  ];
  return found.filter(([isWrong]) => isWrong).map(([, problem]) => `${problem}: ${title}\n${content}`);
}

describe("the library of threads", () => {
  it("has at least 40 kinds with unique names and several wordings", { tags: ["rest"] }, async () => {
    await listUnits(NOW);
    const full = await readFacts(depsAt({ now: NOW }));
    expect(THREAD_KINDS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(THREAD_KINDS.map(({ name }) => name)).size).toBe(THREAD_KINDS.length);
    const speaking = new Set<string>();
    for (const day of days) {
      for (const { kind, drafts } of written({ ...full, day })) {
        if (drafts.length === 0) continue;
        speaking.add(kind.name);
        const texts = new Set(drafts.map(({ title, content }) => `${title}\n${content}`));
        expect(texts.size, kind.name).toBe(drafts.length);
        expect(texts.size, kind.name).toBeGreaterThanOrEqual(4);
      }
    }
    // With data enough, every kind has its day.
    expect(THREAD_KINDS.filter(({ name }) => !speaking.has(name)).map(({ name }) => name)).toEqual([]);
  });

  it("every wording is complete, labelled as automated, and names its sources", { tags: ["rest"] }, async () => {
    await listUnits(NOW);
    const full = await readFacts(depsAt({ now: NOW }));
    for (const day of days) {
      for (const chance of [0, 0.37, 0.999]) {
        for (const { kind, drafts } of written({ ...full, day }, () => chance))
          for (const draft of drafts) {
            expect(problems(draft), kind.name).toEqual([]);
            // Figures come with their count, and discounts with their benchmark.
            if (kind.needs === "listings")
              expect(draft.content, kind.name).toMatch(/Figures: [\d,]+ public listings? on/);
            if (/% (?:below|less)|benchmark of \$/.test(draft.content) && kind.needs === "listings")
              expect(draft.content, kind.name).toMatch(/Benchmark: .+, October 2025/);
          }
      }
    }
  });

  it("an empty site only posts benchmarks and kinds without data", async () => {
    const empty = await readFacts(depsAt({ now: NOW }));
    expect(empty.units).toEqual([]);
    expect(empty.benchmarks).toHaveLength(6);
    for (const { kind, drafts } of written(empty)) {
      if (kind.needs === "listings") expect(drafts, kind.name).toEqual([]);
      for (const draft of drafts) expect(problems(draft), kind.name).toEqual([]);
    }
    for (const { kind, drafts } of written(facts()))
      if (kind.needs !== "nothing") expect(drafts, kind.name).toEqual([]);
    expect(written(facts()).filter(({ drafts }) => drafts.length > 0).length).toBeGreaterThanOrEqual(30);
  });

  it("too few listings produce no figures", () => {
    const proven = { percent: 20, source: "A report", asOf: "2025-10" };
    const one = unit({
      isNew: true,
      proven,
      neighbourhood: "Annex",
      station: "Spadina",
      lines: ["1"],
      isControlled: true,
    });
    for (const count of [1, 2]) {
      const units = Array.from({ length: count }, () => ({
        ...one,
        meets: new Set(["pets"] as const),
        nearby: new Set(["schools"]),
      }));
      const claims = written(facts({ units })).filter(
        ({ kind, drafts }) => kind.needs === "listings" && drafts.length > 0,
      );
      expect(claims, String(count)).toEqual([]);
    }
  });

  it("the average discount covers listings compared with a published benchmark, with their count", () => {
    const percents = [10, 20, 30, 0, -5];
    const units = percents.map((percent) =>
      unit({ isNew: true, proven: { percent, source: "A report", asOf: "2025-10" } }),
    );
    const kind = THREAD_KINDS.find(({ name }) => name === "week.discount");
    const [draft] = kind?.write(facts({ units: [...units, unit({ isNew: true })] }), () => 0) ?? [];
    expect(draft?.title).toBe("Average discount this week: 11% (November 20, 2026)");
    expect(draft?.content).toContain("5 new listings of the last seven days could be compared");
    expect(draft?.content).toContain("Figures: 6 public listings on Below Market, counted on November 20, 2026.");
    expect(draft?.content).toContain("Benchmark: A report, October 2025.");
  });

  it("a median is correct and states its count", () => {
    const units = [1_500, 1_700, 1_800, 1_900, 2_600].map((rent) => unit({ rentCents: rent * 100 }));
    const benchmarks = [
      {
        bedrooms: "1 Bedroom" as const,
        rentCents: 221_000,
        source: "A report",
        asOf: "2025-10",
        isEstimate: false,
        method: null,
      },
    ];
    const kind = THREAD_KINDS.find(({ name }) => name === "rents");
    const [draft] = kind?.write(facts({ units, benchmarks }), () => 0) ?? [];
    expect(draft?.content).toContain(
      "Out of 5 listings of 1 bedroom apartments in the City, half ask $1,800 a month or less.",
    );
    expect(draft?.content).toContain("That is $410 (19%) below the benchmark of $2,210 for the City (October 2025).");
    expect(draft?.content).toContain("https://below-market.example/?type=1+BR&sort=price");
  });

  it("computes notice days, including the two that the Act fixes", () => {
    expect(lastNoticeDay("2027-01-31")).toBe("2026-12-02");
    expect(lastNoticeDay("2026-12-31")).toBe("2026-11-01");
    expect(lastNoticeDay("2027-02-28")).toBe("2027-01-01");
    expect(lastNoticeDay("2028-02-29")).toBe("2028-01-01");
    expect(lastNoticeDay("2027-03-31")).toBe("2027-02-01");
    const kind = THREAD_KINDS.find(({ name }) => name === "law.notice-calendar");
    const [draft] = kind?.write(facts(), () => 0) ?? [];
    expect(draft?.content).toContain("to leave on January 31, 2027: by December 2, 2026");
    expect(draft?.content).not.toContain("December 31, 2026: by");
  });

  it("posts nothing about the guideline in a year without a known one", () => {
    const kind = THREAD_KINDS.find(({ name }) => name === "law.guideline");
    expect(kind?.write(facts({ day: "2026-03-01" }), () => 0)[0]?.title).toContain("2.1%");
    expect(kind?.write(facts({ day: "2027-03-01" }), () => 0)).toEqual([]);
  });

  it("every post about a rule names section, month and source, and that it is not legal advice", () => {
    const drafts = written(facts()).flatMap(({ kind, drafts: found }) => (kind.name.startsWith("law.") ? found : []));
    expect(drafts.length).toBeGreaterThan(100);
    for (const { content } of drafts) {
      const last = content.split("\n").at(-1);
      expect(last).toMatch(/(?:, ss?\. \d|Apartment Buildings).*, as of November 2026\./);
      expect(last).toContain("This is information, not legal advice");
      expect(last).toContain("https://www.ontario.ca/laws/statute/06r17");
    }
  });

  it("contains no known misstatement of the law", () => {
    const text = written(facts())
      .flatMap(({ drafts }) => drafts.map(({ title, content }) => `${title}\n${content}`))
      .join("\n");
    const untrue = [
      "Without notice only",
      "cannot end a fixed term",
      "is the most that rent",
      "Board orders more",
      "without an order",
      "The only deposit",
      "\nUnits first lived in after",
    ];
    expect(untrue.filter((statement) => text.includes(statement))).toEqual([]);
    const needed = ["s. 48.1", "s. 49", "caregiver", "ss. 52 and 54", "April 30, 2018", "s. 121", "deposit for keys"];
    expect(needed.filter((statement) => !text.includes(statement))).toEqual([]);
    // Not every new unit is exempt: "in most cases", wherever the date stands.
    const dated = text.split(/[.\n]/).filter((sentence) => /2018[^.]*(?:is exempt|does not limit)/.test(sentence));
    expect(dated.length).toBeGreaterThan(0);
    expect(dated.filter((sentence) => !/in most cases/i.test(sentence))).toEqual([]);
  });

  it("mentions stations only within 1.5 km, and says so", async () => {
    await listUnits(NOW);
    const near = await readFacts(depsAt({ now: NOW }));
    const spoken = (of: Facts) =>
      written(of, () => 0).flatMap(({ drafts }) =>
        drafts.filter(({ title, content }) => /\b(?:stations?|subway line)\b/i.test(`${title}\n${content}`)),
      );
    const kinds = new Set(["week.stations", "station.page", "cheapest.station", "cheapest.line"]);
    for (const { kind, drafts } of written(near, () => 0).filter(({ kind: { name } }) => kinds.has(name))) {
      expect(drafts.length, kind.name).toBeGreaterThan(0);
      for (const { content } of drafts) expect(content, kind.name).toContain("within 1.5 km in a straight line");
    }
    await env.DB.prepare("UPDATE listings SET distance_to_subway = 1501").run();
    const far = await readFacts(depsAt({ now: NOW }));
    expect(far.units.filter(({ station, lines }) => station !== null || lines.length > 0)).toEqual([]);
    const speaking = written(far, () => 0).filter(({ kind, drafts }) => kinds.has(kind.name) && drafts.length > 0);
    expect(speaking).toEqual([]);
    expect(spoken(far).filter(({ content }) => /(?:King|Spadina|Finch) /.test(content))).toEqual([]);
    const asked = { title: "Rent near King station?", content: "" };
    expect(relevantFacts(asked, near).map(({ kind }) => kind)).toEqual(["comment.station"]);
    expect(relevantFacts(asked, near)[0]?.wordings[0]?.content).toContain("within 1.5 km in a straight line");
    expect(relevantFacts(asked, far)).toEqual([]);
    await env.DB.prepare("UPDATE listings SET distance_to_subway = 1500").run();
    const edge = await readFacts(depsAt({ now: NOW }));
    expect(edge.units.every(({ station }) => station !== null)).toBe(true);
  });

  it("says of listings without the rent-control badge only that they may be covered", () => {
    const units = Array.from({ length: 6 }, (_, nth) => unit({ isControlled: nth !== 5 }));
    const asked = { title: "Which units have rent control?", content: "" };
    const said = [
      ...written(facts({ units })).flatMap(({ drafts }) => drafts.map(({ content }) => content)),
      ...relevantFacts(asked, facts({ units })).flatMap(({ wordings }) => wordings.map(({ content }) => content)),
    ].join("\n");
    expect(said).toContain("some of them may be covered too");
    expect(said).not.toMatch(/others are newer|the unit is newer|year is not known/);
  });

  it("states which listings were counted when there are more than it reads", () => {
    const units = Array.from({ length: 6 }, () => unit({ meets: new Set(["pets"] as const) }));
    const kind = THREAD_KINDS.find(({ name }) => name === "with");
    const [draft] = kind?.write(facts({ units, isCut: true }), () => 0) ?? [];
    expect(draft?.content).toContain("6 listings out of the newest 6 public listings");
  });
});

describe("facts for a thread", () => {
  const area = Array.from({ length: 6 }, () => unit({ neighbourhood: "Weston", station: "King", isControlled: true }));
  const full = facts({ units: [...area, unit({ neighbourhood: "Mount Dennis", station: "Finch West" })] });

  it("are complete for any thread", () => {
    for (const text of ["Weston, Mount Dennis, King station", "rent control, n12, N4, locks, pets, deposit, repairs"])
      for (const { wordings } of relevantFacts({ title: text, content: text }, full))
        for (const { content } of wordings) expect(problems({ title: "A thread", content }), text).toEqual([]);
  });
});
