import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { AUDIT_SEARCH_MAX } from "../../../worker/contracts/audit.ts";
import { AUDIT_ACTIONS } from "../../lib/audit-text.ts";
import { plural } from "../../lib/format.ts";
import { totalOf } from "../../lib/paged-list.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Field, SelectField, TextInput } from "../../ui/field.tsx";
import { TypedSearch } from "../../ui/typed-search.tsx";
import { auditFile, type AuditFilter, auditList, auditPeople } from "./audit.queries.ts";

const ACTORS = [
  ["", "Everybody"],
  ["admin", "All moderators"],
  ["operator", "The operator"],
  ["owner", "Landlords"],
  ["system", "The system"],
] as const;

/** Search of the audit log: words, who, what and when, and the CSV file of the result. */
export function AdminAuditFilter({ filter, onChange }: { filter: AuditFilter; onChange(filter: AuditFilter): void }) {
  const { data: people = [] } = useQuery(auditPeople());
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  const day = (name: "from" | "until", label: string) => (
    <Field label={label}>
      {(ids) => (
        <TextInput {...ids} type="date" value={filter[name]} onChange={({ target }) => set({ [name]: target.value })} />
      )}
    </Field>
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      <TypedSearch
        q={filter.q}
        label="Search the audit log"
        placeholder="Address, name or #number"
        maxLength={AUDIT_SEARCH_MAX}
        toQuery={(text) => text.trim()}
        tooShort=""
        outcome={<Outcome filter={filter} />}
        onSearch={(q) => set({ q })}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label="Who"
          value={filter.actor}
          options={[...ACTORS, ...people.map(({ id, name }) => [String(id), name] as const)]}
          onChange={({ target }) => set({ actor: target.value })}
        />
        <SelectField
          label="What"
          value={filter.action}
          options={[["", "Everything"], ...AUDIT_ACTIONS]}
          onChange={({ target }) => set({ action: target.value })}
        />
        {day("from", "From")}
        {day("until", "Until")}
      </div>
      {/* A plain link: the server writes the file. */}
      <a
        href={auditFile(filter)}
        download="audit-log.csv"
        className={`${buttonClass({ variant: "secondary", size: "sm" })} justify-self-start`}
      >
        <Download aria-hidden className="size-4" />
        Download as CSV
      </a>
    </div>
  );
}

function Outcome({ filter }: { filter: AuditFilter }) {
  const total = totalOf(useInfiniteQuery(auditList(filter)).data);
  if (total === undefined) return null;
  return total === 0 ? "Nothing found." : `${plural(total, "entry", "entries")} found.`;
}
