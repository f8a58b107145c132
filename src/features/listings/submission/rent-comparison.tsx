import { skipToken, useQuery } from "@tanstack/react-query";
import { TrendingDown, TrendingUp } from "lucide-react";
import { useWatch } from "react-hook-form";
import { parseBedrooms, fitsBedrooms, type HomeType } from "../../../../worker/contracts/bedrooms.ts";
import { formatCents, benchmarkMeasureText } from "../../../../worker/contracts/listing-text.ts";
import { compareRent, type RentComparison } from "../../../../worker/contracts/listings.ts";
import { highestRentBelow, marketPosition } from "../../../../worker/contracts/market.ts";
import { municipalityOfAddress } from "../../../../worker/contracts/parse-address.ts";
import { parseRentCents } from "../../../../worker/contracts/read-rent.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { call, type CallInput } from "../../../lib/api.ts";
import { pause } from "../../../lib/timing.ts";
import { comparisonDetailsText, noPercentText } from "../facts/listing-text.ts";
import { RulerBar } from "../facts/ruler-bar.tsx";
import type { ListingForm } from "./submission-errors.ts";
import { untranslated } from "../../../ui/untranslated.ts";

/** Debounce in milliseconds, so that screen readers announce the result once and not after every key. */
const PAUSE_MS = 700;

type Compared = Pick<ListingDraftInput, "address" | "rent" | "bedrooms" | "homeType">;

/** Returns the form fields that the comparison depends on. */
function useCompared({ control }: ListingForm): Compared {
  const [address, rent, bedrooms, homeType] = useWatch({ control, name: ["address", "rent", "bedrooms", "homeType"] });
  return { address, rent, bedrooms, homeType };
}

/** Returns the parameters of the comparison; null while the fields are incomplete. */
function queryOf({ address, rent, bedrooms, homeType }: Compared): CallInput<typeof compareRent>["query"] | null {
  const type = parseBedrooms(bedrooms);
  const kind = (homeType || null) as HomeType | null;
  if (type === null || !fitsBedrooms(kind, type) || parseRentCents(String(rent)) === null) return null;
  return {
    rent: String(rent),
    bedrooms: type,
    ...(kind !== null && { homeType: kind }),
    municipality: municipalityOfAddress(address),
  };
}

/**
 * Returns how a rent compares with the market, according to the server. The data is undefined while there is no
 * comparison.
 */
export function useRentComparison(compared: Compared) {
  const query = queryOf(compared);
  const { data } = useQuery({
    queryKey: ["rent-comparison", query],
    queryFn: query
      ? async ({ signal }) => {
          await pause(PAUSE_MS, signal);
          return call(compareRent, { query }, { signal });
        }
      : skipToken,
  });
  return { data, isAsked: query !== null };
}

/** Returns an explanation of the comparison for the landlord, and what would make the listing below market. */
function adviceOn(comparison: RentComparison): [position: string | null, target?: string] {
  const { belowMarketPercent: percent, marketRent, marketKind } = comparison;
  if (percent === null || marketRent === null) return [noPercentText(comparison)];
  const dollars = formatCents(Math.round(marketRent * 100));
  const measure = `${marketKind === "own" ? "median of " : ""}${benchmarkMeasureText(comparison)}`;
  const position = marketPosition(percent);
  if (position === "below") return [`${percent}% below the ${measure} of ${dollars}: we will list it as below market.`];
  const target = `${formatCents(highestRentBelow(marketRent) * 100)} or less`;
  return position === "about"
    ? [`About the market rent: the ${measure} is ${dollars}.`, `At ${target}, we would list it as below market.`]
    : [
        `${-percent}% above the ${measure} of ${dollars}.`,
        `We do not list units above market. ${target} would be below market.`,
      ];
}

/**
 * Shows how the rent being typed compares with the market. The height is reserved once the fields are sufficient, so
 * that the fields below do not move when the comparison arrives.
 */
export function RentComparisonNote({ form }: { form: ListingForm }) {
  const { data, isAsked } = useRentComparison(useCompared(form));
  const percent = data?.belowMarketPercent ?? null;
  const isBelow = percent !== null && marketPosition(percent) === "below";
  const Icon = isBelow ? TrendingDown : TrendingUp;
  const compared = data && comparisonDetailsText(data);
  const [position, target] = data ? adviceOn(data) : [null];
  if (!isAsked) return <p className="text-sm text-ink-muted">See here how the rent compares.</p>;
  return (
    <div className="grid min-h-40 content-center gap-1.5 rounded-control bg-sunken px-3 py-2 text-sm sm:min-h-24">
      {data && <RulerBar listing={data} />}
      <output className="grid gap-1">
        {data && (
          <span className={`flex gap-2 font-semibold ${isBelow ? "text-good" : "text-ink"}`}>
            {percent !== null && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
            <span>{untranslated(position)}</span>
          </span>
        )}
        {target !== undefined && <span>{untranslated(target)}</span>}
        {compared && <span className="line-clamp-2 text-sm text-ink-muted">Compared with: {compared}.</span>}
      </output>
    </div>
  );
}
