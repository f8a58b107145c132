import lighthouse, { type Result } from "lighthouse";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { FORUM_PATH } from "../../worker/contracts/pages.ts";
import { launchBrowser } from "../support/node/browser.ts";
import { freePort } from "../support/node/production.ts";
import { startEdge } from "./edge.ts";
import type { Figures } from "./figures.ts";
import { sideBySide } from "./side-by-side.ts";

const AIMS = { lcpMs: 1_200, tbtMs: 50, cls: 0 };
/** Runs per page. The run with the median performance is reported. */
const RUNS = 3;

/** Lighthouse's results for one page. */
interface PageMark {
  name: string;
  /** Score of each category from 0 to 100, by title. */
  scores: Map<string, number>;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Descriptions of the audits that lower the score of a category. */
  lost: string[];
}

const value = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Number.NaN;
const scoreOf = ({ categories }: Result, id: string) => categories[id]?.score ?? 0;

/** Lists the audits that keep a category below 100: those that have a weight and are not perfect. */
function lostPoints({ categories, audits }: Result): string[] {
  return Object.values(categories)
    .filter(({ score }) => score !== null && score < 1)
    .flatMap(({ title, auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => {
          const { title: what, displayValue, score } = audits[id] ?? {};
          return `${title}: ${what} (${id}, ${Math.round((score ?? 0) * 100)}${displayValue ? `, ${displayValue}` : ""})`;
        }),
    );
}

function toMark(name: string, result: Result): PageMark {
  return {
    name,
    scores: new Map(
      Object.values(result.categories).flatMap(({ title, score }) =>
        score === null ? [] : [[title, Math.round(score * 100)]],
      ),
    ),
    lcpMs: value(result, "largest-contentful-paint"),
    tbtMs: value(result, "total-blocking-time"),
    cls: value(result, "cumulative-layout-shift"),
    lost: lostPoints(result),
  };
}

/** Runs Lighthouse with its preset for phones, which simulates the network and the processor of a phone. */
async function look(url: string, port: number): Promise<Result> {
  const found = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!found || found.lhr.runtimeError) throw new Error(`${url}: ${found?.lhr.runtimeError?.message ?? "no result"}`);
  return found.lhr;
}

async function pagesSeen(): Promise<PageMark[]> {
  const { front, production, listing, thread } = await sideBySide();
  const edge = await startEdge(front, production.port);
  const port = await freePort();
  const browser = await launchBrowser({ debuggingPort: port });
  try {
    const pages: [name: string, path: string][] = [
      ["home", "/"],
      ["a category", CATEGORIES.find(({ bedrooms }) => bedrooms === "1 Bedroom")?.path ?? ""],
      ["a listing", listing.path],
      ["the discussions", FORUM_PATH],
      ["a discussion", thread.path],
    ];
    const marks: PageMark[] = [];
    for (const [name, path] of pages) {
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run += 1) results.push(await look(production.siteUrl + path, port));
      results.sort((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"));
      const middle = results[Math.floor(RUNS / 2)];
      if (middle) marks.push(toMark(name, middle));
    }
    return marks;
  } finally {
    await browser.close();
    await edge.close();
  }
}

/** Measures Lighthouse's scores of the public pages on a phone. */
export async function measureLighthouse(): Promise<Figures> {
  const marks = await pagesSeen();
  const categories = [...new Set(marks.flatMap(({ scores }) => [...scores.keys()]))];
  const all = (holds: (mark: PageMark) => boolean) => marks.every(holds);
  return {
    title: "Lighthouse, as a phone",
    meaning:
      "Lighthouse scores (out of 100) for pages of the production build, with its mobile preset, which simulates a slow mobile network and a processor four times slower. LCP is the time until the largest element is painted, TBT the time during which scripts keep the page from responding, and CLS how much the layout shifts during loading.",
    tables: [
      {
        caption: `The median of ${RUNS} runs`,
        columns: [
          { name: "" },
          ...categories.map((name) => ({ name })),
          { name: "LCP", unit: " ms" },
          { name: "TBT", unit: " ms" },
          { name: "CLS", digits: 3 },
        ],
        rows: marks.map(({ name, scores, lcpMs, tbtMs, cls }) => [
          name,
          ...categories.map((category) => scores.get(category) ?? null),
          lcpMs,
          tbtMs,
          cls,
        ]),
      },
    ],
    aims: [
      {
        text: "100 in every category",
        isMet: all(({ scores }) => [...scores.values()].every((score) => score === 100)),
      },
      { text: `LCP of ${AIMS.lcpMs} ms or less`, isMet: all(({ lcpMs }) => lcpMs <= AIMS.lcpMs) },
      { text: `TBT of ${AIMS.tbtMs} ms or less`, isMet: all(({ tbtMs }) => tbtMs <= AIMS.tbtMs) },
      { text: `CLS of ${AIMS.cls}`, isMet: all(({ cls }) => cls <= AIMS.cls) },
    ],
    notes: [
      "The local runtime does not compress, so the benchmark runs a small server in front of it, which compresses text with Brotli (level 4), as Cloudflare's edge does. This server speaks unencrypted HTTP/1.1, while the edge speaks encrypted HTTP/2 or 3. No page comes from a cache.",
      ...marks.flatMap(({ name, lost }) => lost.map((what) => `Points lost by ${name}: ${what}.`)),
    ],
  };
}
