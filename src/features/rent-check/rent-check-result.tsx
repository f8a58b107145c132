import type { ReactNode } from "react";
import { HOME_TYPE_NAMES } from "../../../worker/contracts/home-types.ts";
import { understoodText } from "../../../worker/contracts/listing-text.ts";
import { OWN_RENTS_MIN } from "../../../worker/contracts/market.ts";
import {
  type CheckedMarket,
  QUARTILES_MIN,
  type RentCheck,
  type RentsAround,
} from "../../../worker/contracts/rent-check.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatMonth, plural } from "../../lib/format.ts";
import { asWritten } from "../../ui/as-written.ts";
import { Link } from "../../ui/link.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { LawfulIncreaseCard } from "./lawful-increase.tsx";
import { StripPlot } from "./strip-plot.tsx";

const KINDS: Record<CheckedMarket["kind"], string> = {
  asking: "average asking rent",
  occupied: "average rent of occupied homes",
  own: "median asking rent on this site",
};

/** `16% below`, `about the same as`, `12% above`. */
const standingText = (percent: number): string =>
  percent === 0 ? "the same as" : `${Math.abs(percent)}% ${percent > 0 ? "below" : "above"}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface RentCheckResultProps {
  check: RentCheck;
  /** The bar from the rent to the market figure. */
  ruler: ReactNode;
  /** Whether the rent is controlled, in words, and why. */
  rentControl: { answer: string; reason: string; confidence: string | null };
}

/** The answer: where the rent stands, what others ask, rent control, and the rules for an increase. */
export function RentCheckResult({ check, ruler, rentControl }: RentCheckResultProps) {
  const { asked, market, around, increase } = check;
  return (
    <section aria-labelledby="result-heading" className="grid gap-4">
      <div>
        <h2 id="result-heading" className="text-2xl display">
          {asWritten(dollars(asked.rent))} for {questionText(check)}
        </h2>
        <p className="mt-1 text-sm text-ink-muted">
          {asWritten(understoodText({ rentCents: Math.round(asked.rent * 100) }))}
        </p>
        {asked.place === null && (
          <p className="mt-2 rounded-control bg-warn-soft px-3 py-2">
            We recognised no place, so this compares with the whole City of Toronto. Try an address with its street and
            number, two crossing streets, or a neighbourhood.
          </p>
        )}
      </div>
      <SectionCard title="Against the market">
        <MarketText market={market} rent={asked.rent} />
        {market && <div className="mt-3">{ruler}</div>}
      </SectionCard>
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
    </section>
  );
}

function questionText({ asked: { type, homeType, place } }: RentCheck): string {
  const kind = homeType === null || type === "Private Room" ? "" : `, ${HOME_TYPE_NAMES[homeType].toLowerCase()}`;
  return `${type === "Private Room" && homeType === "shared_bed" ? "a bed in a shared room" : type}${kind}${place === null ? "" : `, ${place.name}`}`;
}

function MarketText({ market, rent }: { market: CheckedMarket | null; rent: number }) {
  if (market === null)
    return (
      <p>
        We have no figure to compare this rent with: none is published for this kind of home and place, or the rent is
        outside of $300 to $15,000.
      </p>
    );
  const { percentBelow, area, kind, asOf, ageMonths, source, isEstimate, method } = market;
  const difference = Math.abs(market.rent - rent);
  return (
    <>
      <p className="text-lg font-semibold">
        {`${capital(standingText(percentBelow))} the ${isEstimate ? "estimated " : ""}${KINDS[kind]}`}
        {difference > 0 && asWritten(`: ${dollars(difference)} a month ${rent < market.rent ? "less" : "more"}`)}
      </p>
      <p className="mt-1 text-sm text-ink-muted">
        {asWritten(dollars(market.rent))}, {area}, {formatMonth(asOf)}
        {ageMonths > 0 && `, ${plural(ageMonths, "month")} old`}. Source: {source}
        {method !== null && ` (${method})`}.
      </p>
    </>
  );
}

function AskingRents({ around, rent }: { around: RentsAround; rent: number }) {
  const { area, homes, isPartial, quartiles, percentBelow, rents, comparable } = around;
  const note = `${plural(homes, "home")} of this kind ${isPartial ? `in ${area}, among the newest on the site` : `now in ${area}`}`;
  return (
    <SectionCard title="What others ask on this site" note={note}>
      {homes === 0 ? (
        <p>
          {isPartial ? "None is among the newest homes on the site" : "None is listed now"}, so there is nothing to
          compare with.
        </p>
      ) : (
        <div className="grid gap-3">
          {quartiles ? (
            <p>
              Half of them ask {asWritten(dollars(quartiles.lower))} to {asWritten(dollars(quartiles.upper))}; the
              median is <strong>{asWritten(dollars(quartiles.median))}</strong>
              {percentBelow !== null && `. This rent is ${standingText(percentBelow)} it`}.
            </p>
          ) : (
            <p>
              Too few for quartiles, which we tell from {QUARTILES_MIN} homes on, and for a percentage, from{" "}
              {OWN_RENTS_MIN} on.
            </p>
          )}
          <StripPlot rents={rents} quartiles={quartiles} rent={rent} />
          <h3 className="mt-2 font-semibold">Comparable homes</h3>
          <ul className="divide-y divide-line">
            {comparable.map(({ id, title, path, rent: asked, neighbourhood }) => (
              <li key={id}>
                <Link
                  to={path}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-accent"
                >
                  <span className="min-w-0 wrap-anywhere underline underline-offset-4">{asWritten(title)}</span>
                  <span className="text-sm text-ink-muted">{neighbourhood}</span>
                  <span className="font-bold tabular-nums">{asWritten(dollars(asked))}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SectionCard>
  );
}
