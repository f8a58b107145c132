import { AREAS, isInToronto } from "../../../worker/contracts/areas.ts";
import { Choice } from "../../ui/choice.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FieldError } from "../../ui/field.tsx";
import { areasText } from "./preferences-text.ts";

const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b, "en"));
const GROUPS = [
  { title: "City of Toronto", names: sorted(AREAS.filter(isInToronto)) },
  { title: "Around Toronto", names: sorted(AREAS.filter((name) => !isInToronto(name))) },
];

interface AreaChoiceProps {
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  problem: string | undefined;
}

/** Which municipalities: folded, since most people want all or know their few. */
export function AreaChoice({ chosen, onChange, problem }: AreaChoiceProps) {
  const toggle = (name: string) => onChange(AREAS.filter((known) => chosen.includes(known) !== (known === name)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Areas</legend>
      <Disclosure summary={areasText(chosen)}>
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-ink-muted">
            None ticked means all. A listing belongs to the area that its address names.
          </p>
          {GROUPS.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="text-sm font-semibold">{title}</legend>
              <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
                {names.map((name) => (
                  <Choice key={name} type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)}>
                    {name}
                  </Choice>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Disclosure>
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}
