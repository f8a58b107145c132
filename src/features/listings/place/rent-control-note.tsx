import { ShieldCheck, ShieldQuestion, ShieldX } from "lucide-react";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { FactCard } from "../card/fact-list.tsx";
import { CONFIDENCE_TEXT, rentControlAnswer, rentControlReason } from "./place-text.ts";
import { VerifyNote } from "./verify-note.tsx";
import { Chip } from "../../../ui/chip.tsx";

/** Ontario's own page on the rule and the guideline of each year. */
const OFFICIAL = "https://www.ontario.ca/page/residential-rent-increases";

interface RentControlNoteProps {
  /** Undefined while they are not known here, null while they are being looked up. */
  facts: Pick<ListingFacts, "rentControl" | "building"> | undefined;
  statedYear: number | null;
}

/** Percent a year, as the province published them (ontario.ca). A year is added when its guideline is. */
const GUIDELINES: readonly (readonly [year: number, percent: number])[] = [
  [2025, 2.5],
  [2026, 2.1],
];

/** '2.5% in 2025, 2.1% in 2026': of this year, the one before and the one to come, as far as they are known. */
function guidelinesText(now: Date): string {
  return GUIDELINES.filter(([year]) => year >= now.getUTCFullYear() - 1)
    .map(([year, percent]) => `${percent}% in ${year}`)
    .join(", ");
}

/** Whether the rent is controlled, how that is known, what it means, and what it cannot tell. */
export function RentControlNote({ facts, statedYear }: RentControlNoteProps) {
  const guidelines = guidelinesText(useRenderedAt());
  return (
    <FactCard id="listing-rent-control" title="Rent control">
      <div className="space-y-3">
        {facts?.rentControl && (
          <Answer rentControl={facts.rentControl} building={facts.building} statedYear={statedYear} />
        )}
        {facts?.rentControl === null && <p>We have not looked up yet whether this rent is controlled.</p>}
        {/* Residential Tenancies Act, 2006, s. 6.1 and s. 120; guidelines as published by the province. */}
        <p className="text-sm">
          In Ontario, homes first lived in after November 15, 2018 are exempt from rent control. For all others a yearly
          guideline, of 2.5% at most, caps how far the rent of a sitting tenant may rise
          {guidelines && `: ${guidelines}`}. The rent that a new tenant starts with is free to agree.
        </p>
        <p className="text-sm text-ink-muted">
          The year built stands in for the day that counts, when the home was first lived in. A new unit or an addition
          in an older building can be exempt.{" "}
          <a
            href={OFFICIAL}
            rel="noopener"
            className="font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
          >
            Ontario's rules on rent increases
          </a>
        </p>
        <VerifyNote />
      </div>
    </FactCard>
  );
}

function Answer({
  rentControl,
  building,
  statedYear,
}: {
  rentControl: NonNullable<ListingFacts["rentControl"]>;
  building: ListingFacts["building"];
  statedYear: number | null;
}) {
  const { isRentControlled, confidence, reason } = rentControl;
  const Icon = isRentControlled === null ? ShieldQuestion : isRentControlled ? ShieldCheck : ShieldX;
  return (
    <div className="flex gap-3 rounded-control border border-line-strong p-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold">
          {rentControlAnswer(rentControl)}
          {isRentControlled !== null && <Chip>{CONFIDENCE_TEXT[confidence]}</Chip>}
        </p>
        <p className="text-sm">{rentControlReason(reason, building, statedYear)}</p>
      </div>
    </div>
  );
}
