import * as z from "zod/mini";
import { BEDROOMS } from "./bedrooms.ts";
import * as market from "./market.ts";
import { CITY, parseMarketArea, BENCHMARK_KINDS } from "./market.ts";
import * as pages from "./market-pages.ts";
import { declare, json } from "./operation-rules.ts";
import { COMPARABLE_RENT_CENTS } from "./rents.ts";
import { line, paragraph, requiredLine, textOrNumber } from "./text.schemas.ts";

const RENT = { min: COMPARABLE_RENT_CENTS.min / 100, max: COMPARABLE_RENT_CENTS.max / 100 };
const rentProblem = "Please enter a monthly rent from $300 to $15,000.";
const monthProblem = "Please choose a month, for example 2026-10.";

/** A month as YYYY-MM. */
export const marketMonth = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, monthProblem));

const areaProblem = "Please choose the City, a municipality or a region around it.";

const fields = z.object({
  bedrooms: z.enum(BEDROOMS, "Please choose a type."),
  /** Area of the benchmark; the City of Toronto by default. */
  area: z.pipe(
    z.optional(line(60)),
    z.pipe(
      z.transform((typed: string | undefined) => parseMarketArea(typed ?? CITY) ?? ""),
      z.string().check(z.minLength(1, areaProblem)),
    ),
  ),
  /** YYYY-MM. The server rejects months that have not begun in Toronto. */
  asOf: z.pipe(line(10), marketMonth),
  /** The benchmark in monthly dollars, also as text: "$2,210". */
  rent: z.pipe(
    z.pipe(
      textOrNumber(rentProblem),
      z.transform((typed) => {
        const text = typed.replace(/[$,\s]/g, "");
        return /^\d+(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
      }),
    ),
    z.number(rentProblem).check(z.gte(RENT.min, rentProblem), z.lte(RENT.max, rentProblem)),
  ),
  kind: z.enum(BENCHMARK_KINDS, "Please choose what the figure measures."),
  source: requiredLine(160),
  isEstimate: z.boolean("isEstimate must be true or false."),
  /** Required for estimates, ignored for published benchmarks. */
  method: z.optional(z.nullable(paragraph(400))),
});

/** The benchmark of a type, area and month. */
export const benchmarkDraft = z.pipe(
  fields.check(
    z.refine(({ isEstimate, method }) => !isEstimate || Boolean(method), {
      error: "Please say how the estimate was made.",
      path: ["method"],
    }),
  ),
  z.transform((draft) => ({ ...draft, method: draft.isEstimate ? (draft.method ?? null) : null })),
);
export type BenchmarkDraft = z.output<typeof benchmarkDraft>;
export type BenchmarkDraftInput = z.input<typeof benchmarkDraft>;

const monthCorrection = z.object({ reason: requiredLine(300) });

export const marketRules = declare(market, {
  getMarketOverview: { access: "reader" },
  setBenchmark: { access: "operator", body: json(benchmarkDraft) },
  removeBenchmark: { access: "operator" },
  checkBenchmark: { access: "operator" },
  importBenchmarks: { access: "operator", body: { kind: "csv" } },
  correctMonth: { access: "operator", body: json(monthCorrection) },
});

export const marketPageRules = declare(pages, {
  getMarket: { access: "public", tags: ["market"] },
  getMarketOfArea: { access: "public", tags: ["market"] },
});
