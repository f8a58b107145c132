import { useInfiniteQuery, useQuery, queryOptions } from "@tanstack/react-query";
import { ArrowRight, ScrollText, Download } from "lucide-react";
import { useRef, useState } from "react";
import {
  type ListedAuditEntry,
  AUDIT_SEARCH_MAX,
  type AuditQuery,
  exportAudit,
  listAudit,
  listAuditPeople,
} from "../../../worker/contracts/audit.ts";
import { call, urlOf } from "../../lib/api.ts";
import {
  actionText,
  actorText,
  listChangedFields,
  type FieldChange,
  targetText,
  AUDIT_ACTIONS,
} from "../../lib/audit-text.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { plural } from "../../lib/format.ts";
import { collectItems, readTotal, FOR_MODERATORS, pagedList } from "../../lib/paged-list.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Field, SelectField, TextInput } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import { TypedSearch } from "../../ui/typed-search.tsx";

const PAGE_SIZE = 50;

/** The filter that matches all entries, because empty texts match everything. */
const ALL_ENTRIES = { q: "", actor: "", action: "", from: "", until: "" };
type AuditFilter = typeof ALL_ENTRIES;

const auditKeys = { all: ["audit", "admin"] as const };

const queryOf = (filter: AuditFilter): AuditQuery =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

const auditList = (filter: AuditFilter) =>
  pagedList([...auditKeys.all, filter], listAudit, PAGE_SIZE, { query: queryOf(filter) });

/** Returns the URL of the CSV file for a filter. */
const auditFile = (filter: AuditFilter): string => urlOf(exportAudit, { query: queryOf(filter) });

/** Returns the query for all people named in the log. */
const auditPeople = () =>
  queryOptions({
    queryKey: [...auditKeys.all, "people"],
    queryFn: ({ signal }) => call(listAuditPeople, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

const ACTORS = [
  ["", "Everyone"],
  ["admin", "All moderators"],
  ["operator", "The operator"],
  ["owner", "Landlords"],
  ["system", "The system"],
] as const;

/** Form that searches the audit log by text, person, action and date, and exports the result as a CSV file. */
function AdminAuditFilter({ filter, onChange }: { filter: AuditFilter; onChange(filter: AuditFilter): void }) {
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
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
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
        </div>
        {/* A plain link, because the server generates the file. */}
        <a
          href={auditFile(filter)}
          download="audit-log.csv"
          className={`${buttonClass({ variant: "secondary", size: "sm" })} min-h-11`}
        >
          <Download aria-hidden className="size-4" />
          Download as CSV
        </a>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
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
    </div>
  );
}

function Outcome({ filter }: { filter: AuditFilter }) {
  const total = readTotal(useInfiniteQuery(auditList(filter)).data);
  if (total === undefined) return null;
  return total === 0 ? "Nothing found." : `${plural(total, "entry", "entries")} found.`;
}

/** Lists changes by moderators, operators and landlords, newest first, with a search. */
export function AdminAuditTab() {
  const [filter, setFilter] = useState(ALL_ENTRIES);
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Audit log</h2>
      <AdminAuditFilter filter={filter} onChange={setFilter} />
      <Entries key={JSON.stringify(filter)} filter={filter} />
    </div>
  );
}

function Entries({ filter }: { filter: typeof ALL_ENTRIES }) {
  const query = useInfiniteQuery(auditList(filter));
  const entries = collectItems(query.data);
  const list = useRef<HTMLUListElement>(null);

  if (query.isPending) return <RowsSkeleton label="Loading the audit log" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch the audit log" onRetry={() => void query.refetch()} />;
  }
  const isAll = Object.values(filter).every((value) => value === "");
  return (
    <>
      {entries.length === 0 ? (
        <Notice icon={ScrollText} title="No entries">
          {isAll
            ? "No changes yet. Changes by moderators, operators and landlords appear here."
            : "No entries match your search."}
        </Notice>
      ) : (
        <>
          <ul ref={list} className="divide-y divide-line rounded-card border border-line bg-surface">
            {entries.map((entry) => (
              <AdminAuditEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <output className="text-center text-sm text-ink-muted">
            {query.hasNextPage && "Showing "}
            {plural(entries.length, "entry", "entries")}
          </output>
        </>
      )}
      <LoadMoreButton
        label="Load More Entries"
        what="entries"
        query={query}
        onLoaded={() =>
          list.current?.querySelectorAll<HTMLElement>("[data-entry-id]")[entries.length]?.focus({ preventScroll: true })
        }
      />
    </>
  );
}

function AdminAuditEntry({ entry }: { entry: ListedAuditEntry }) {
  const changes = listChangedFields(entry);
  return (
    <li
      tabIndex={-1}
      data-entry-id={entry.id}
      className="scroll-mt-24 px-4 py-2 focus:outline-3 focus:-outline-offset-3 focus:outline-focus"
    >
      <div className="grid items-baseline gap-x-4 md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)_auto]">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{actionText(entry)}</span>{" "}
          <span className="text-ink-muted">{targetText(entry)}</span> <Target entry={entry} />
        </p>
        <p className="text-sm text-ink-muted">
          {actorText(entry)}
          {entry.ipAddress !== null && <span className="wrap-anywhere"> from {entry.ipAddress}</span>}
        </p>
        <time dateTime={entry.at} className="text-sm text-ink-muted tabular-nums">
          {formatMoment(entry.at)}
        </time>
      </div>
      {changes.length > 0 && (
        <ul className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shows the address or title that an entry is about, as a link if it is public. */
function Target({ entry: { about, path } }: { entry: ListedAuditEntry }) {
  if (!about) return null;
  if (!path) return <span>{about}</span>;
  return (
    <Link to={path} className="text-accent underline underline-offset-4">
      {about}
    </Link>
  );
}

function Change({ change: { field, before, after } }: { change: FieldChange }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-ink-muted">{field}: </span>
      {before}
      {before !== null && after !== null && (
        <>
          <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-ink-muted" />
          <span className="sr-only"> became </span>
        </>
      )}
      {after !== null && <span className="font-medium">{after}</span>}
    </li>
  );
}
