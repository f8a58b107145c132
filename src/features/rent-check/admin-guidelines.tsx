import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import type { BodyOf } from "../../../worker/contracts/operation.ts";
import {
  listGuidelines,
  removeGuideline,
  RULE_LINKS,
  setGuideline,
  type StoredGuideline,
} from "../../../worker/contracts/rent-check.ts";
import { ApiError, call } from "../../lib/api.ts";
import { formatDate } from "../../lib/format.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { useHasRole } from "../../lib/role.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { RoleButton } from "../../ui/role-button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";

const KEY = ["rent-check", "admin", "guidelines"] as const;

/** Returns the query for the guidelines of all years, refetched on every mount. */
const guidelines = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listGuidelines, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });

/** Returns how many years an operator had to confirm when the panel was opened. */
export function useUnconfirmedGuidelines(): number {
  const isMine = useHasRole("operator");
  const { data = [] } = useQuery({ ...guidelines(), enabled: isMine, refetchOnMount: false });
  return isMine ? data.filter(({ confirmedOn }) => confirmedOn === null).length : 0;
}

/** Returns a mutation that writes or deletes a year and is pending until the list is refetched. */
function useGuidelineChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ year, draft }: { year: number; draft: BodyOf<typeof setGuideline> | null }) =>
      draft === null ? call(removeGuideline, { year }) : call(setGuideline, { year, body: draft }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

type Open = "new" | StoredGuideline | { removing: StoredGuideline } | null;

/** Lists Ontario's guidelines for rent increases. Tenants see only confirmed ones. */
export function AdminGuidelines() {
  const { data, isPending, refetch } = useQuery(guidelines());
  const change = useGuidelineChange();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const sources = new Set(data?.map((row) => row.source));
  /** The source, if it is the same for all years. */
  const source = sources.size === 1 ? [...sources][0] : undefined;
  const confirm = ({ year, percent, source }: StoredGuideline) =>
    change.mutate(
      { year, draft: { percent, source, isConfirmed: true } },
      {
        onSuccess: () => toast({ title: `${year} confirmed`, description: "The rent check shows it now." }),
        onError: (error) => toastFailure("Failed to confirm the guideline", error),
      },
    );
  return (
    <SectionCard
      title="Guidelines for rent increases"
      note={
        <>
          The rent check only shows confirmed years. Check the figure{" "}
          <a href={RULE_LINKS.guideline} className="text-accent underline underline-offset-4">
            on Ontario’s site{" "}
          </a>{" "}
          before you confirm it.
          {source !== undefined && ` Source: ${source}.`}
        </>
      }
      actions={
        <RoleButton needs="operator" size="sm" variant="secondary" onClick={() => setOpen("new")}>
          <Plus aria-hidden className="size-4" />
          Add Year
        </RoleButton>
      }
    >
      {isPending && <RowsSkeleton label="Loading the guidelines" />}
      {!isPending && !data && (
        <LoadFailure level="h3" title="Failed to fetch the guidelines" onRetry={() => void refetch()} />
      )}
      <ul className="divide-y divide-line">
        {data?.map((row) => (
          <li key={row.year} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                <strong>{row.year}</strong>
                <span className="tabular-nums">{row.percent}%</span>
                {row.confirmedOn === null ? (
                  <Chip tone="warn">Not confirmed</Chip>
                ) : (
                  <Chip>Confirmed on {formatDate(row.confirmedOn)}</Chip>
                )}
              </p>
              {source === undefined && <p className="text-sm wrap-anywhere text-ink-muted">{row.source}</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              {row.confirmedOn === null && (
                <RoleButton
                  needs="operator"
                  size="sm"
                  variant="secondary"
                  aria-label={`Confirm ${row.year}`}
                  busy={change.isPending && change.variables.year === row.year}
                  onClick={() => confirm(row)}
                >
                  Confirm
                </RoleButton>
              )}
              <RoleButton
                needs="operator"
                size="sm"
                variant="ghost"
                aria-label={`Edit ${row.year}`}
                onClick={() => setOpen(row)}
              >
                Edit
              </RoleButton>
              <RoleButton
                needs="operator"
                size="sm"
                variant="ghost"
                className="text-danger hover:bg-danger-soft"
                aria-label={`Delete ${row.year}`}
                onClick={() => setOpen({ removing: row })}
              >
                Delete
              </RoleButton>
            </div>
          </li>
        ))}
      </ul>
      {open !== null && (open === "new" || "year" in open) && (
        <GuidelineForm row={open === "new" ? null : open} onClose={close} />
      )}
      {open !== null && open !== "new" && "removing" in open && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${open.removing.year}?`}
          description="The rent check will have no guideline for this year."
          confirmLabel="Delete Year"
          busy={change.isPending}
          onConfirm={() =>
            change.mutate(
              { year: open.removing.year, draft: null },
              { onSuccess: close, onError: (error) => toastFailure("Failed to delete the year", error) },
            )
          }
        />
      )}
    </SectionCard>
  );
}

function GuidelineForm({ row, onClose }: { row: StoredGuideline | null; onClose(): void }) {
  const change = useGuidelineChange();
  const fields = change.error instanceof ApiError ? (change.error.body?.fields ?? {}) : {};
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    change.mutate(
      {
        year: row?.year ?? Number(text("year")),
        draft: {
          percent: text("percent"),
          source: text("source"),
          isConfirmed: form.get("isConfirmed") !== null,
        },
      },
      {
        onSuccess: () => {
          toast({ title: "Guideline saved" });
          onClose();
        },
        onError: (error) => toastFailure("Failed to save the guideline", error),
      },
    );
  };
  return (
    <FormDialog
      title={row ? `Guideline of ${row.year}` : "Add a year"}
      submitLabel="Save Guideline"
      isBusy={change.isPending}
      isCheckedByBrowser
      onSubmit={save}
      onClose={onClose}
    >
      {row === null && (
        <Field label="Year" required>
          {(ids) => <TextInput {...ids} name="year" inputMode="numeric" pattern="\d{4}" required maxLength={4} />}
        </Field>
      )}
      <Field label="Percent" required hint="At most one decimal, like 2.5." error={fields.percent}>
        {(ids) => <TextInput {...ids} name="percent" inputMode="decimal" required defaultValue={row?.percent ?? ""} />}
      </Field>
      <Field label="Source" required hint="Shown to tenants beside the figure." error={fields.source}>
        {(ids) => <TextInput {...ids} name="source" required maxLength={160} defaultValue={row?.source ?? ""} />}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="isConfirmed"
          defaultChecked={row !== null && row.confirmedOn !== null}
          className="size-5 shrink-0 accent-accent"
        />
        I checked this figure against its source
      </label>
    </FormDialog>
  );
}
