import { useQuery } from "@tanstack/react-query";
import { AREAS } from "../../../../worker/contracts/areas.ts";
import { type ListingSearch, SUBWAY_LINES, type SubwayLine } from "../../../../worker/contracts/search.ts";
import { formatCount, formatMetres } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { Field, FieldError, NativeSelect, SelectField, withText } from "../../../ui/field.tsx";
import { searchPlaces } from "./search.queries.ts";

const LINE_TEXT: Record<SubwayLine, string> = {
  "1": "Line 1 (Yonge–University)",
  "2": "Line 2 (Bloor–Danforth)",
  "4": "Line 4 (Sheppard)",
  "5": "Line 5 (Eglinton)",
  "6": "Line 6 (Finch West)",
};
/** Distances to a station in metres. */
const DISTANCES = [300, 500, 800, 1000, 1500, 2000, 3000];

/** The city first, then its former municipalities and its neighbours. */
const MUNICIPALITIES: readonly string[] = ["Toronto", ...AREAS.filter((name) => name !== "Toronto")];

/** Returns the options, plus the value in the page's address if it is not among them. */
export function withChosenOption(numbers: readonly number[], chosen: number | null): number[] {
  if (chosen === null || numbers.includes(chosen)) return [...numbers];
  return [...numbers, chosen].sort((a, b) => a - b);
}

interface SearchPlaceFieldsProps {
  search: ListingSearch;
  onChange(changes: Partial<ListingSearch>): void;
}

/** Location filters. The filters offer only neighbourhoods and stations with listings. */
export function SearchPlaceFields({ search, onChange }: SearchPlaceFieldsProps) {
  const { municipality, neighbourhood, station, line, maxSubway } = search;
  const { data, isPending, isError, refetch } = useQuery(searchPlaces());
  const neighbourhoods = data?.neighbourhoods ?? [];
  const stations = (data?.stations ?? []).filter(({ lines }) => line === null || lines.includes(line));

  const chooseLine = (text: string) => {
    const chosen = SUBWAY_LINES.find((known) => known === text) ?? null;
    const known = data?.stations.find(({ name }) => name === station);
    const isElsewhere = chosen !== null && known !== undefined && !known.lines.includes(chosen);
    onChange({ line: chosen, ...(isElsewhere && { station: null }) });
  };

  return (
    <>
      <Field label="Municipality">
        {(ids) => (
          <NativeSelect
            {...ids}
            value={municipality ?? ""}
            onChange={({ currentTarget: { value } }) => onChange({ municipality: value || null })}
          >
            <option value="">Any municipality</option>
            {municipality !== null && !MUNICIPALITIES.includes(municipality) && <option>{municipality}</option>}
            {MUNICIPALITIES.map((name) => (
              <option key={name} value={name}>
                {name === "Toronto" ? "Toronto (the whole city)" : name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Neighbourhood">
        {(ids) => (
          <Combobox
            {...ids}
            placeholder={isPending ? "Loading…" : "Any neighbourhood"}
            clearLabel="Any neighbourhood"
            value={neighbourhood}
            options={neighbourhoods.map(({ name, aliases, count }) => ({
              value: name,
              label: name,
              also: aliases,
              note: formatCount(count),
            }))}
            onChange={(value) => onChange({ neighbourhood: value })}
          />
        )}
      </Field>
      <Field label="Closest subway station">
        {(ids) => (
          <Combobox
            {...ids}
            placeholder={isPending ? "Loading…" : "Any station"}
            clearLabel="Any station"
            value={station}
            options={stations.map(({ name, lines, count }) => ({
              value: name,
              label: name,
              note: `Line ${lines.join(", ")} · ${formatCount(count)}`,
            }))}
            onChange={(value) => onChange({ station: value })}
          />
        )}
      </Field>
      {isError && (
        <div className="flex flex-wrap items-center gap-3">
          <FieldError>Neighbourhoods and stations could not be loaded.</FieldError>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      <SelectField
        label="Subway line"
        options={[["", "Any line"], ...SUBWAY_LINES.map(withText((known) => LINE_TEXT[known]))]}
        value={line ?? ""}
        onChange={({ currentTarget }) => chooseLine(currentTarget.value)}
      />
      <SelectField
        label="Distance to the subway"
        hint="In a straight line to the closest station."
        options={[
          ["", "Any distance"],
          ...withChosenOption(DISTANCES, maxSubway).map(withText((metres) => `Up to ${formatMetres(metres)}`)),
        ]}
        value={maxSubway ?? ""}
        onChange={({ currentTarget }) => onChange({ maxSubway: Number(currentTarget.value) || null })}
      />
      <p className="text-sm text-ink-muted">Homes without a known location are not shown.</p>
    </>
  );
}
