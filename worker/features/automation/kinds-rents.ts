import { BEDROOMS, type Bedrooms, FILTERS, type FilterName } from "../../contracts/bedrooms.ts";
import { isBelowMarket } from "../../contracts/market.ts";
import { percentBelowMarket } from "../../contracts/rents.ts";
import {
  type Benchmark,
  counted,
  dollars,
  ENOUGH,
  type Facts,
  listLink,
  longDay,
  longMonth,
  median,
  provenDiscount,
  rentsOf,
  signedFigures,
  signedSource,
} from "./facts.ts";
import { fromListings, REST_DAYS, type ThreadKind, wordings } from "./kinds.ts";

const SLUGS: Record<Bedrooms, string> = {
  Studio: "studio",
  "1 Bedroom": "1br",
  "2 Bedrooms": "2br",
  "3 Bedrooms": "3br",
  "4+ Bedrooms": "4br",
  "Private Room": "room",
};
const PLURALS: Record<Bedrooms, string> = {
  Studio: "studios",
  "1 Bedroom": "1 bedroom apartments",
  "2 Bedrooms": "2 bedroom apartments",
  "3 Bedrooms": "3 bedroom apartments",
  "4+ Bedrooms": "apartments with 4 bedrooms or more",
  "Private Room": "private rooms",
};
/** What a type is called among others. */
export const pluralOf = (bedrooms: Bedrooms) => PLURALS[bedrooms];
/** The list of a type. */
export const filterOf = (bedrooms: Bedrooms) =>
  (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).find((name) => FILTERS[name] === bedrooms) satisfies
    | FilterName
    | undefined;

/** Who published a benchmark, and of which month. */
export const namedBenchmark = ({ source, asOf, isEstimate, method }: Benchmark) =>
  `${source}, ${longMonth(asOf)}${isEstimate ? ` (an estimate from its figures: ${method ?? "derived"})` : ""}`;

const ASKS = [
  "What do you pay for one, and since when?",
  "Is that more or less than you expected?",
  "What would you give up for a lower rent, and what not?",
];

/** "$90 below" the benchmark, "$40 above" it, "the same as" it. */
function stands(cents: number, benchmark: number): string {
  if (cents === benchmark) return "the same as";
  return `${dollars(Math.abs(benchmark - cents))} (${Math.abs(percentBelowMarket(cents, benchmark))}%) ${cents < benchmark ? "below" : "above"}`;
}

/** The median rent of a type beside its benchmark. */
const rents = (bedrooms: Bedrooms) =>
  fromListings(`rents.${SLUGS[bedrooms]}`, (facts) => {
    const found = rentsOf(facts.units.filter((unit) => unit.bedrooms === bedrooms && unit.isOfCity));
    const benchmark = facts.benchmarks.find((row) => row.bedrooms === bedrooms);
    if (found.length < ENOUGH || !benchmark) return [];
    const middle = median(found);
    const day = longDay(facts.day);
    const link = listLink(facts, { sort: "price" }, filterOf(bedrooms));
    const compared = `That is ${stands(middle, benchmark.rentCents)} the benchmark of ${dollars(benchmark.rentCents)} for the City (${longMonth(benchmark.asOf)}).`;
    return wordings(
      [
        `What ${PLURALS[bedrooms]} are listed for (${day})`,
        `Median rent of ${PLURALS[bedrooms]} here: ${dollars(middle)} (${day})`,
      ],
      [
        `Out of ${number(found)} listings of ${PLURALS[bedrooms]} in the City, half ask ${dollars(middle)} a month or less. ${compared}\n\nCheapest first: ${link}`,
        `The median of ${number(found)} listings of ${PLURALS[bedrooms]} in the City on this site is ${dollars(middle)} a month. ${compared} About half ask less.\n\n${link}`,
      ],
      ASKS,
      signedFigures(facts, namedBenchmark(benchmark)),
    );
  });
const number = (rows: readonly unknown[]) => rows.length.toLocaleString("en-CA");

/** The average discount of a type. */
const discount = (bedrooms: Bedrooms) =>
  fromListings(`discount.${SLUGS[bedrooms]}`, (facts) => {
    const { count, percent, source } = provenDiscount(facts.units.filter((unit) => unit.bedrooms === bedrooms));
    if (count < ENOUGH || !isBelowMarket(percent)) return [];
    const day = longDay(facts.day);
    const link = listLink(facts, { sort: "discount" }, filterOf(bedrooms));
    return wordings(
      [
        `${PLURALS[bedrooms]}: ${percent}% below the benchmark on average (${day})`.replace(/^./, (letter) =>
          letter.toUpperCase(),
        ),
        `The discount on ${PLURALS[bedrooms]} listed here (${day})`,
      ],
      [
        `${counted(count, "listing")} of ${PLURALS[bedrooms]} in the City can be compared with a published benchmark. On average they ask ${percent}% less.\n\n${link}`,
        `Compared with the City's published benchmark, ${PLURALS[bedrooms]} here ask ${percent}% less on average, over ${counted(count)}. Each listing shows its own figure.\n\n${link}`,
      ],
      ["What is the lowest rent you would still trust?", "Have you seen a discount that turned out to be real?"],
      signedFigures(facts, source),
    );
  });

/** How much can be had up to a rent. */
const budget = (limit: number) =>
  fromListings(`budget.${limit}`, (facts) => {
    const found = facts.units.filter(({ rentCents }) => rentCents !== null && rentCents <= limit * 100);
    if (found.length < ENOUGH) return [];
    const day = longDay(facts.day);
    const most = dollars(limit * 100);
    const types = BEDROOMS.map((name) => [name, found.filter(({ bedrooms }) => bedrooms === name).length] as const)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `- ${name}: ${counted(count)}`)
      .join("\n");
    return wordings(
      [`What ${most} a month gets you here (${day})`, `Listings up to ${most} a month (${day})`],
      [
        `${counted(found.length)} ask ${most} a month or less:\n${types}\n\n${listLink(facts, { maxRent: limit })}`,
        `With ${most} a month there are ${counted(found.length)} to look at:\n${types}\n\n${listLink(facts, { maxRent: limit })}`,
      ],
      ["What is your limit, and what does it get you?", "Where did you find the most for this rent?"],
      signedFigures(facts),
    );
  });

const ladder = fromListings("rents.ladder", (facts) => {
  const steps = BEDROOMS.map((name) => ({ name, rents: rentsOf(facts.units.filter((unit) => unit.bedrooms === name)) }))
    .filter((step) => step.rents.length >= ENOUGH)
    .map((step) => `- ${step.name}: ${dollars(median(step.rents))} (${counted(step.rents.length)})`);
  if (steps.length < 2) return [];
  const day = longDay(facts.day);
  return wordings(
    [`Median rents by size (${day})`, `What each size of home is listed for (${day})`],
    [
      `The median rent a month of what is listed, where at least ${ENOUGH} can be counted:\n${steps.join("\n")}`,
      `Half ask this a month or less, for each size with ${ENOUGH} listings or more:\n${steps.join("\n")}`,
    ],
    ["Would you share to pay less, or live smaller?", "Which step is the steepest for you?"],
    signedFigures(facts),
  );
});

const benchmarks: ThreadKind = {
  name: "benchmarks",
  needs: "benchmarks",
  restDays: REST_DAYS.standing,
  write(facts: Facts) {
    if (facts.benchmarks.length === 0) return [];
    const day = longDay(facts.day);
    const rows = facts.benchmarks
      .map(
        (row) =>
          `- ${row.bedrooms}: ${dollars(row.rentCents)}, ${longMonth(row.asOf)}${row.isEstimate ? `, an estimate: ${row.method ?? "derived"}` : ""}`,
      )
      .join("\n");
    const sources = [...new Set(facts.benchmarks.map(({ source }) => source))].join("; ");
    return wordings(
      [`The benchmarks that rents are compared with here (${day})`, `What "below market" is measured against (${day})`],
      [
        `A discount on a home in the City is its rent compared with one of these figures, in dollars a month:\n${rows}`,
        `A percentage is worth as much as the figure behind it. These are the ones in use for the City, by month:\n${rows}`,
      ],
      ["How do these compare with what you see?", "Which of them seems off to you?"],
      signedSource(`${sources}; the benchmarks in force on ${facts.siteName} on ${day}`),
    );
  },
};

/** What is asked for homes, beside the benchmarks. */
export const RENT_KINDS: readonly ThreadKind[] = [
  ...BEDROOMS.map(rents),
  ...BEDROOMS.map(discount),
  ...[1_000, 1_500, 2_000, 2_500].map(budget),
  ladder,
  benchmarks,
];
