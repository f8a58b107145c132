import type { BuildingFacts } from "../../../../worker/contracts/places.ts";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { FactCard, FactList } from "../card/fact-list.tsx";
import { BUILDING_KIND } from "./place-text.ts";

const REGISTER = "https://www.toronto.ca/rentsafeto";

/** What the City's register of rental buildings says of the building; what it does not say is left out. */
export function BuildingCard({ building }: { building: BuildingFacts }) {
  const { yearBuilt, storeys, units, score, evaluatedOn, propertyType } = building;
  const scoredOn = evaluatedOn === null ? "" : `, ${formatDate(evaluatedOn)}`;
  return (
    <FactCard id="listing-building" title="The building">
      <FactList
        facts={[
          ["Registered as", BUILDING_KIND[propertyType] ?? null],
          ["Built", yearBuilt === null ? null : `${yearBuilt}, says its owner`],
          ["Storeys", storeys],
          ["Homes", units === null ? null : formatCount(units)],
          ["City's score", score === null ? null : `${Math.round(score)} of 100${scoredOn}`],
        ]}
      />
      <p className="mt-3 text-sm text-ink-muted">
        From the City's register of apartment buildings, RentSafeTO, for {building.address}.
        {score !== null &&
          " The score is what the City's inspectors gave the building itself: entrances, halls, lifts, waste, grounds. They do not rate single homes."}{" "}
        <a
          href={REGISTER}
          rel="noopener"
          className="font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          About RentSafeTO
        </a>
      </p>
    </FactCard>
  );
}
