import { HOME_TYPE_NAMES } from "../../../worker/contracts/bedrooms.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../../worker/contracts/market.ts";
import {
  type CheckedMarket,
  QUARTILES_MIN,
  type RentCheck,
  type RentsAround,
  reliesOnEnteredYear,
  type LawfulIncrease,
  uncheckedRules,
  NOTICE_DAYS,
  NOTICE_PROBLEMS,
  RULE_LINKS,
} from "../../../worker/contracts/rent-check.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatMonth, plural, formatDate } from "../../lib/format.ts";
import { untranslated } from "../../ui/untranslated.ts";
import { Link } from "../../ui/link.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

const UNCHECKED_YEAR = "by the year you entered, which we have not verified";

const link = "font-semibold text-accent underline underline-offset-4";

/** Shows the largest lawful increase, and compares it with the landlord's notice. */
function LawfulIncreaseCard({ increase, rent }: { increase: LawfulIncrease; rent: number }) {
  const { asOf, since, earliest, isLimited, form, notice } = increase;
  return (
    <SectionCard
      title="How much may the rent go up?"
      note={`Based on the rules as of ${formatDate(asOf)}. This is not legal advice.`}
    >
      <div className="grid gap-3">
        <p className="text-lg font-semibold">
          <Highest increase={increase} rent={rent} />
        </p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            Not before {formatDate(earliest)}, if the landlord gave notice today: at least 12 months after{" "}
            {formatDate(since)} (Residential Tenancies Act, s. 119), and {NOTICE_DAYS} days after a written notice (s.
            116).
          </li>
          <li>
            The notice must be the Board’s{" "}
            <a href={RULE_LINKS.forms} className={link}>
              Form {form}
            </a>
            , or contain everything in that form.
          </li>
          <Guideline increase={increase} />
          {isLimited === null && (
            <li>
              We do not know whether this rent is controlled. Homes first lived in after November 15, 2018 are exempt
              from the guideline (s. 6.1); the 12 months and {NOTICE_DAYS} days apply to them too, with Form N2.
            </li>
          )}
          {isLimited === true && (
            <li>
              An increase above the guideline needs an order of the Board (s. 126) or a written agreement about a
              service or improvement (s. 121, 123).
            </li>
          )}
        </ul>
        {notice && <Notice notice={notice} increase={increase} />}
        <p className="text-sm text-ink-muted">
          Read the{" "}
          <a href={RULE_LINKS.guideline} className={link}>
            rules on Ontario’s site
          </a>{" "}
          and the{" "}
          <a href={RULE_LINKS.act} className={link}>
            Residential Tenancies Act, 2006
          </a>
          . The{" "}
          <a href={RULE_LINKS.board} className={link}>
            Landlord and Tenant Board
          </a>{" "}
          decides disputes.
        </p>
      </div>
    </SectionCard>
  );
}

function Highest({ increase, rent }: { increase: LawfulIncrease; rent: number }) {
  const { earliest, isLimited, highestRent, guidelineYear } = increase;
  if (isLimited === false)
    return (
      <>
        No guideline limits this rent{reliesOnEnteredYear(increase) && `, ${UNCHECKED_YEAR}`}: it may rise to any amount
        from {formatDate(earliest)} on.
      </>
    );
  if (highestRent === null)
    return (
      <>
        We can’t work out the highest rent from {formatDate(earliest)} on: we have no confirmed guideline for{" "}
        {guidelineYear}.
      </>
    );
  return (
    <>
      {isLimited === null && "If this rent is controlled: "}
      {isLimited === null ? "at" : "At"} most {untranslated(dollars(highestRent))} from {formatDate(earliest)} on,{" "}
      {untranslated(dollars(Math.round((highestRent - rent) * 100) / 100))} a month more
      {reliesOnEnteredYear(increase) && `, ${UNCHECKED_YEAR}`}.
    </>
  );
}

function Guideline({ increase: { guideline, guidelineYear, isLimited } }: { increase: LawfulIncrease }) {
  if (isLimited === false)
    return <li>Homes first lived in after November 15, 2018 are exempt from the guideline (s. 6.1).</li>;
  return (
    <li>
      {guideline === null
        ? `We do not know the guideline for ${guidelineYear}.`
        : `The guideline for ${guideline.year} is ${guideline.percent}% (s. 120; ${guideline.source}, confirmed ${formatDate(guideline.confirmedOn)}).`}
    </li>
  );
}

function Notice({ notice, increase }: { notice: NonNullable<LawfulIncrease["notice"]>; increase: LawfulIncrease }) {
  const { rent, from, highestRent, problems } = notice;
  const open = uncheckedRules(notice, increase.isLimited);
  return (
    <section aria-labelledby="notice-heading" className="rounded-control border border-line-strong p-3">
      <h3 id="notice-heading" className="font-semibold">
        The notice: {untranslated(dollars(rent))} from {formatDate(from)}
      </h3>
      {problems.length > 0 ? (
        <>
          <p className="mt-1">
            Under these rules{reliesOnEnteredYear(increase) && `, and ${UNCHECKED_YEAR}`}, this increase is not lawful
            as it stands:
          </p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {problems.map((problem) => (
              <li key={problem}>
                {NOTICE_PROBLEMS[problem].text} (Residential Tenancies Act, s. {NOTICE_PROBLEMS[problem].section})
                {problem === "above_guideline" &&
                  highestRent !== null &&
                  untranslated(` Under the guideline, it is at most ${dollars(highestRent)}.`)}
              </li>
            ))}
          </ul>
          <p className="mt-2">
            Write to your landlord first. If you cannot agree, the{" "}
            <a href={RULE_LINKS.board} className={link}>
              Landlord and Tenant Board
            </a>{" "}
            decides: with Form T1, a tenant can ask for money back that they did not owe (s. 135). Ask within a year of
            the first payment: after that the rent counts as lawful (s. 136).
          </p>
        </>
      ) : (
        !open.isAboveIfLimited && (
          <p className="mt-1">
            {open.amount || open.days
              ? "We found no problem with what we could check."
              : `We see nothing in the notice that breaks these rules${reliesOnEnteredYear(increase) ? `, ${UNCHECKED_YEAR}` : ""}.`}
          </p>
        )
      )}
      {open.days && (
        <p className="mt-1">
          You did not enter the day of the notice, so we have not checked the {NOTICE_DAYS} days (s. 116).
        </p>
      )}
      {open.amount && (
        <p className="mt-1">
          We do not know the guideline for {from.slice(0, 4)}, so we have not checked the amount against it.
        </p>
      )}
      {open.isAboveIfLimited && highestRent !== null && (
        <p className="mt-1">
          It is above {untranslated(dollars(highestRent))}, the most the guideline allows (s. 120). Unless the home is
          exempt, that is not lawful without an order or agreement.
        </p>
      )}
    </section>
  );
}

/** Margin at both ends, in percent of the width, so that no dot is cut off. */
const MARGIN = 3;
/** Number of rows that dots are spread over, so that nearly equal rents stay visible. */
const ROWS = 5;

interface StripPlotProps {
  rents: RentsAround["rents"];
  quartiles: NonNullable<RentsAround["quartiles"]>;
  rent: number;
}

/** Plot with a dot for each asking rent, a band for the middle half of the rents, and a mark for the visitor's rent. */
function StripPlot({ rents, quartiles, rent }: StripPlotProps) {
  const [low, high] = [Math.min(rent, ...rents), Math.max(rent, ...rents)];
  const at = (amount: number) => `${(MARGIN + ((amount - low) / (high - low || 1)) * (100 - 2 * MARGIN)).toFixed(2)}%`;
  const share = (from: number, to: number) => `${(((to - from) / (high - low || 1)) * (100 - 2 * MARGIN)).toFixed(2)}%`;
  const label = `${rents.length} asking rents from ${dollars(rents[0] ?? 0)} to ${dollars(rents.at(-1) ?? 0)}; this rent is ${dollars(rent)}.`;
  return (
    <figure>
      <figcaption className="sr-only">{untranslated(label)}</figcaption>
      <svg aria-hidden className="h-24 w-full text-accent" width="100%" height="96">
        <rect
          x={at(quartiles.lower)}
          y="8"
          width={share(quartiles.lower, quartiles.upper)}
          height="72"
          rx="6"
          className="fill-accent-soft"
        />
        <line
          x1={at(quartiles.median)}
          x2={at(quartiles.median)}
          y1="8"
          y2="80"
          stroke="currentColor"
          strokeWidth="2"
        />
        <line x1="0" x2="100%" y1="88" y2="88" className="stroke-line-strong" />
        {rents.map((one, index) => (
          // Rents may be equal, so only the index is unique.
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={index} cx={at(one)} cy={20 + (index % ROWS) * 12} r="4" fill="currentColor" opacity="0.7" />
        ))}
        <line x1={at(rent)} x2={at(rent)} y1="0" y2="96" className="stroke-ink" strokeWidth="3" />
      </svg>
      <p aria-hidden className="flex justify-between gap-3 text-axis text-ink-muted tabular-nums">
        <span>{untranslated(dollars(low))}</span>
        <span>Line: this rent. Band: the middle half, with the median</span>
        <span>{untranslated(dollars(high))}</span>
      </p>
    </figure>
  );
}

/** Names of the kinds of benchmarks. */
const MEASURES: Record<CheckedMarket["kind"], string> = {
  asking: "average asking rent",
  occupied: "average rent of occupied homes",
  own: "median asking rent on this site",
};

/** Returns a text such as `16% below`, `the same as` or `12% above`. */
const positionText = (percent: number): string =>
  percent === 0 ? "the same as" : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"}`;

const estimated = ({ isEstimate }: CheckedMarket) => (isEstimate ? "estimated " : "");

/** Returns a verdict such as `Fair: about the average` or `Low: 16% below the average asking rent`. */
function verdictText(market: CheckedMarket): string {
  const { kind, standing, percentBelow } = market;
  if (standing === "about") return `Fair: about the ${estimated(market)}${kind === "own" ? "median" : "average"}`;
  return `${standing === "below" ? "Low" : "High"}: ${positionText(percentBelow)} the ${estimated(market)}${MEASURES[kind]}`;
}

/** The three parts of the scale: standing, label, and the colour of the part if it contains the rent. */
const THIRDS = [
  ["below", "Low", "bg-good"],
  ["about", "Average", "bg-accent"],
  ["above", "High", "bg-warn"],
] as const;
/** Distance from the middle of the scale to either end, in percent. */
const SCALE_PERCENT = 3 * BELOW_MARKET_MIN_PERCENT;

/** Scale that shows where the rent is between low and high. */
function VerdictScale({ market: { percentBelow, standing, rent } }: { market: CheckedMarket }) {
  const at = Math.min(98, Math.max(2, 50 - (percentBelow / SCALE_PERCENT) * 50));
  return (
    <div aria-hidden className="mt-5">
      <div className="relative py-1.5">
        <div className="flex h-3 gap-0.5 overflow-hidden rounded-full">
          {THIRDS.map(([name, , colour]) => (
            <span key={name} className={`flex-1 ${name === standing ? colour : "bg-sunken"}`} />
          ))}
        </div>
        <span
          className="absolute inset-y-0 w-2 -translate-x-1/2 rounded-full border-2 border-surface bg-ink"
          style={{ left: `${at.toFixed(1)}%` }}
        />
      </div>
      <p className="mt-1 flex text-center text-sm text-ink-muted">
        {THIRDS.map(([name, label]) => (
          <span key={name} className={`flex-1 ${name === standing ? "font-semibold text-ink" : ""}`}>
            {untranslated(name === "about" ? `${label} ${dollars(rent)}` : label)}
          </span>
        ))}
      </p>
    </div>
  );
}

interface RentCheckResultProps {
  check: RentCheck;
  /** Texts that say whether the rent is controlled, and why. */
  rentControl: { answer: string; reason: string; confidence: string | null };
}

/** Shows the result: a verdict, other asking rents, rent control, and the rules for an increase. */
export function RentCheckResult({ check, rentControl }: RentCheckResultProps) {
  const { asked, market, around, increase } = check;
  return (
    <div className="grid gap-4">
      <section
        aria-labelledby="result-heading"
        className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
      >
        <h2 id="result-heading">
          <span className="block text-3xl display">{market ? verdictText(market) : "No average to compare with"}</span>{" "}
          <span className="mt-1 block font-medium">
            {untranslated(dollars(asked.rent))} for {questionText(check)}
          </span>
        </h2>
        {market && <VerdictScale market={market} />}
        <MarketText market={market} rent={asked.rent} />
        {!around.isPartial && <OneSidedRents rents={around.rents} rent={asked.rent} />}
        {asked.place === null && (
          <p className="mt-3 rounded-control bg-warn-soft px-3 py-2">
            We did not recognise a place, so this compares with the whole City of Toronto. Try an address with its
            street and number, two crossing streets, or a neighbourhood.
          </p>
        )}
      </section>
      <AskingRents around={around} rent={asked.rent} />
      <SectionCard title="Rent control">
        <p className="font-semibold">
          {rentControl.answer}
          {rentControl.confidence !== null && (
            <span className="font-normal text-ink-muted"> ({rentControl.confidence})</span>
          )}
        </p>
        <p className="mt-1">{rentControl.reason}</p>
      </SectionCard>
      {increase && <LawfulIncreaseCard increase={increase} rent={asked.rent} />}
    </div>
  );
}

function questionText({ asked: { type, homeType, place } }: RentCheck): string {
  const kind = homeType === null || type === "Private Room" ? "" : `, ${HOME_TYPE_NAMES[homeType].toLowerCase()}`;
  return `${type === "Private Room" && homeType === "shared_bed" ? "a bed in a shared room" : type}${kind}${place === null ? "" : `, ${placeText(place)}`}`;
}

/** Returns the name of a place. A word joiner after the hyphen keeps the numbers of a block on one line. */
const placeText = ({ kind, name }: NonNullable<RentCheck["asked"]["place"]>) =>
  kind === "block" ? name.replace("-", "-\u2060") : name;

/**
 * Tells the visitor if the rents of all similar homes are lower than this rent, or all are higher. The average alone
 * may suggest otherwise.
 */
function OneSidedRents({ rents, rent }: Pick<RentsAround, "rents"> & { rent: number }) {
  const [low, high] = [Math.min(...rents), Math.max(...rents)];
  if (rents.length < 2 || (low <= rent && high >= rent)) return null;
  const range = low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;
  return (
    <p className="mt-3">{untranslated(`Homes like it on this site ask ${high < rent ? "less" : "more"}: ${range}.`)}</p>
  );
}

/** Shows the benchmark that the verdict is based on, with its date and source. */
function MarketText({ market, rent }: { market: CheckedMarket | null; rent: number }) {
  if (market === null)
    return (
      <p className="mt-3">
        No average is published for this kind of home and place, or the rent is not between $300 and $15,000.
      </p>
    );
  const { area, kind, asOf, ageMonths, source, method } = market;
  const difference = market.rent - rent;
  const figure = `${estimated(market)}${MEASURES[kind]} of ${dollars(market.rent)}`;
  return (
    <>
      <p className="mt-4">
        {untranslated(
          difference === 0
            ? `The ${figure}.`
            : `${dollars(Math.abs(difference))} a month ${difference > 0 ? "below" : "above"} the ${figure}.`,
        )}
      </p>
      <p className="mt-1 text-sm text-ink-muted">
        {area}, {formatMonth(asOf)}
        {ageMonths > 0 && `, ${plural(ageMonths, "month")} old`}. Source: {source}
        {method !== null && ` (${method})`}. We call a rent fair if it is within {BELOW_MARKET_MIN_PERCENT}% of the
        average.
      </p>
    </>
  );
}

function AskingRents({ around, rent }: { around: RentsAround; rent: number }) {
  const { area, homes, isPartial, quartiles, percentBelow, rents, comparable } = around;
  const found = `${plural(homes, "home")} of this kind ${isPartial ? `in ${area}, among the newest on the site` : `now in ${area}`}`;
  const note =
    homes === 0 || quartiles ? found : `${found}. From ${QUARTILES_MIN} homes on, we show what the middle half asks.`;
  return (
    <SectionCard title="What others ask on this site" note={note}>
      {homes === 0 ? (
        <p>
          {isPartial ? "None are among the newest homes on the site" : "None are listed now"}, so there is nothing to
          compare with.
        </p>
      ) : (
        <div className="grid gap-3">
          {quartiles && (
            <p>
              Half of them ask {untranslated(dollars(quartiles.lower))} to {untranslated(dollars(quartiles.upper))}; the
              median is <strong>{untranslated(dollars(quartiles.median))}</strong>
              {percentBelow !== null && `. This rent is ${positionText(percentBelow)} it`}.
            </p>
          )}
          {quartiles && <StripPlot rents={rents} quartiles={quartiles} rent={rent} />}
          <h3 className="mt-2 font-semibold">Comparable homes</h3>
          <ul className="divide-y divide-line">
            {comparable.map(({ id, title, path, rent: asked, neighbourhood }) => (
              <li key={id}>
                <Link
                  to={path}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-accent"
                >
                  <span className="min-w-0 flex-1 basis-36 wrap-anywhere underline underline-offset-4">
                    {untranslated(title)}
                  </span>
                  <span className="flex-1 basis-36 text-sm text-ink-muted">{neighbourhood}</span>
                  <span className="font-bold tabular-nums">{untranslated(dollars(asked))}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SectionCard>
  );
}
