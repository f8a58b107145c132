import { useQuery, useMutation } from "@tanstack/react-query";
import { useEffect, useState, type SubmitEvent } from "react";
import {
  AGED_BENCHMARK_MONTHS,
  areaName,
  BELOW_MARKET_MIN_PERCENT,
  type Benchmark,
  CHECKED_EXTRA_MONTHS,
  MARKET_IMPORT_LINES,
  type MarketImport,
  OWN_MEDIAN_DAYS,
  OWN_MEDIAN_MIN_EXCLUSIVE,
  type TypeMarket,
  correctMonth,
} from "../../../worker/contracts/market.ts";
import { failureText, ApiError, call } from "../../lib/api.ts";
import { formatMonth, plural } from "../../lib/format.ts";
import { useHasRole } from "../../lib/role.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, FieldError, TextArea, TextInput } from "../../ui/field.tsx";
import { Hint } from "../../ui/hint.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton, Skeleton } from "../../ui/skeleton.tsx";
import { AdminMarketEffect, AdminMarketForm } from "./admin-market-form.tsx";
import { AdminMarketType, isWithoutAreas, needsCheck } from "./admin-market-type.tsx";
import { benchmarkText, BENCHMARK_KIND_NAMES } from "./market-text.ts";
import { marketOverview, useMarketChange, useMarketImport, useMarketPreview } from "./market.queries.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";

/**
 * Form that recomputes the values of a closed month. The market pages then show the earlier values beside the new ones.
 */
function AdminMarketCorrection({ onClose }: { onClose(): void }) {
  const correct = useMutation({
    mutationFn: ({ month, reason }: { month: string; reason: string }) =>
      call(correctMonth, { month, body: { reason } }),
  });
  const fields = correct.error instanceof ApiError ? (correct.error.body?.fields ?? {}) : {};
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    correct.mutate(
      { month: text("month"), reason: text("reason") },
      {
        onSuccess: ({ areas }) => {
          toast({
            title: areas === 0 ? "Nothing to correct" : "Month corrected",
            description: areas === 0 ? "The figures are the same." : `${plural(areas, "area")} changed.`,
          });
          onClose();
        },
        onError: (error) => toastFailure("Failed to correct the month", error),
      },
    );
  };
  return (
    <FormDialog
      title="Correct a closed month"
      description="The market pages recalculate that month from today’s listings. The figures already published stay visible, marked as superseded, with your reason."
      submitLabel="Correct Month"
      isBusy={correct.isPending}
      isCheckedByBrowser
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Month" required hint="For example, 2026-10.">
        {(ids) => <TextInput {...ids} name="month" type="month" required placeholder="2026-10" />}
      </Field>
      <Field label="Reason" required hint="Shown to everyone." error={fields.reason}>
        {(ids) => <TextInput {...ids} name="reason" required maxLength={300} />}
      </Field>
    </FormDialog>
  );
}

type OpenDialog =
  | "import"
  | "correct"
  | { market: TypeMarket; month: Benchmark | null }
  | { removing: Benchmark }
  | null;

/** Returns how many old benchmarks an operator had to check when the panel was opened. */
export function useUncheckedBenchmarkCount(): number {
  const isMine = useHasRole("operator");
  const { data } = useQuery({ ...marketOverview(), enabled: isMine, refetchOnMount: false });
  const areas = data?.types.flatMap((type) => [type, ...type.otherAreas]) ?? [];
  return isMine ? areas.filter(needsCheck).length : 0;
}

/**
 * Returns a text such as 'October 2025, City of Toronto: asking rents, Rentals.ca & Urbanation National Rent Report'.
 */
const sourceText = ({ asOf, area, kind, source }: Benchmark) =>
  `${formatMonth(asOf)}, ${areaName(area)}: ${BENCHMARK_KIND_NAMES[kind].toLowerCase()}, ${source}`;

/** Lists the rent benchmarks by type. */
export function AdminMarketTab() {
  const query = useQuery(marketOverview());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  if (query.isPending) return <RowsSkeleton label="Loading the market" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to load the market figures" onRetry={() => void query.refetch()} />;
  }
  const { types, aged } = query.data;
  const sources = new Set(types.flatMap(({ inForce }) => (inForce ? [sourceText(inForce)] : [])));
  return (
    <SectionCard
      title="Market figures"
      note={
        <>
          A listing is below market when its rent is at least {BELOW_MARKET_MIN_PERCENT}% below the latest figure for
          its area.{sources.size === 1 && ` ${[...sources].join()}.`}
        </>
      }
      hint={
        <Hint about="Market figures">
          When a figure changes, all listings of that type are compared again within minutes. The area is the
          municipality or its region.{" "}
          {types.some(isWithoutAreas) &&
            "Where a type has no figures for other areas, homes outside the City are not compared. "}
          {`We compute our own median only from more than ${OWN_MEDIAN_MIN_EXCLUSIVE} listings approved in ${OWN_MEDIAN_DAYS} days.`}
        </Hint>
      }
    >
      {aged.length > 0 && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-sm">
          {plural(aged.length, "figure is", "figures are")} more than {AGED_BENCHMARK_MONTHS} months old. Add newer
          figures, or mark these as checked. You can do that once for each figure. We then use it for{" "}
          {CHECKED_EXTRA_MONTHS} more months.
        </p>
      )}
      <ul className="divide-y divide-line">
        {types.map((market) => (
          <AdminMarketType
            key={market.bedrooms}
            market={market}
            onEdit={(month) => setDialog({ market, month })}
            onRemove={(removing) => setDialog({ removing })}
          />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <RoleButton needs="operator" size="sm" variant="secondary" onClick={() => setDialog("import")}>
          Import CSV
        </RoleButton>
        <RoleButton needs="operator" size="sm" variant="ghost" onClick={() => setDialog("correct")}>
          Correct a Month
        </RoleButton>
      </div>
      {dialog === "correct" && <AdminMarketCorrection onClose={() => setDialog(null)} />}
      {dialog === "import" && <AdminMarketImport onClose={() => setDialog(null)} />}
      {typeof dialog === "object" && dialog && "market" in dialog && (
        <AdminMarketForm market={dialog.market} month={dialog.month} onClose={() => setDialog(null)} />
      )}
      {typeof dialog === "object" && dialog && "removing" in dialog && (
        <AdminMarketRemoval benchmark={dialog.removing} onClose={() => setDialog(null)} />
      )}
    </SectionCard>
  );
}

/** Dialog that previews the effect of deleting a month's benchmark and then deletes it. */
function AdminMarketRemoval({ benchmark, onClose }: { benchmark: Benchmark; onClose(): void }) {
  const { mutate: showPreview, ...preview } = useMarketPreview();
  const change = useMarketChange();
  useEffect(() => showPreview({ remove: benchmark }), [showPreview, benchmark]);

  const remove = () =>
    change.mutate(
      { remove: benchmark },
      {
        onSuccess: () => {
          toast({ title: "Month deleted" });
          onClose();
        },
        onError: (error) => toastFailure("Failed to delete the month", error),
      },
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!change.isPending}
      size="sm"
      title="Delete this month?"
      description={`${benchmark.bedrooms}: ${benchmarkText(benchmark)}.`}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={!preview.data} busy={change.isPending} onClick={remove}>
            Delete Month
          </Button>
        </>
      }
    >
      {preview.data ? (
        <AdminMarketEffect effect={preview.data} />
      ) : preview.error ? (
        <FieldError>{failureText(preview.error)}</FieldError>
      ) : (
        <>
          <output className="sr-only">Counting the listings</output>
          <Skeleton className="h-16 w-full" />
        </>
      )}
    </Dialog>
  );
}

const HEADER = "type,area,rent,kind,source,month";

/** Dialog that imports benchmarks from CSV: first the text, then a preview with the refused lines. */
function AdminMarketImport({ onClose }: { onClose(): void }) {
  const [csv, setCsv] = useState("");
  const [seen, setSeen] = useState<MarketImport | null>(null);
  const { mutate, isPending } = useMarketImport();
  const fail = (error: Error) => toastFailure("Failed to import the figures", error);
  const previewImport = () => mutate({ csv, isPreview: true }, { onSuccess: setSeen, onError: fail });
  const importCsv = () =>
    mutate(
      { csv, isPreview: false },
      {
        onSuccess: ({ added, corrected }) => {
          toast({ title: "Figures imported", description: `${added} added, ${corrected} corrected.` });
          onClose();
        },
        onError: fail,
      },
    );
  const changes = seen === null ? 0 : seen.added + seen.corrected;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isPending}
      title="Import figures"
      footer={
        seen ? (
          <>
            <Button variant="secondary" disabled={isPending} onClick={() => setSeen(null)}>
              Back
            </Button>
            <Button busy={isPending} disabled={changes === 0} onClick={importCsv}>
              Import {plural(changes, "Figure")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button busy={isPending} disabled={csv.trim() === ""} onClick={previewImport}>
              See What Changes
            </Button>
          </>
        )
      }
    >
      {seen ? (
        <Preview seen={seen} />
      ) : (
        <div className="grid gap-4">
          <Field label="CSV file">
            {(ids) => (
              <input
                {...ids}
                type="file"
                accept=".csv,text/csv"
                className="block w-full min-w-0 text-sm text-ink-muted"
                onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
              />
            )}
          </Field>
          <Field
            label="CSV text"
            hint={`The first line names the columns: ${HEADER.replaceAll(",", ", ")}. Kind is asking or occupied. An optional column, method, says how an estimate was derived. Up to ${MARKET_IMPORT_LINES} figures.`}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={8}
                value={csv}
                onChange={({ target }) => setCsv(target.value)}
                placeholder={`${HEADER}\n1 Bedroom,Mississauga,2150,asking,Rentals.ca,2026-10`}
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ seen: { added, corrected, unchanged, refused } }: { seen: MarketImport }) {
  return (
    <section aria-label="What changes" aria-live="polite" className="grid gap-3">
      <p>
        {plural(added, "figure")} would be added, {corrected} corrected, {unchanged} stay as they are.
      </p>
      {refused.length > 0 && (
        <>
          <h3 className="font-semibold">{plural(refused.length, "line")} refused</h3>
          <ul className="grid gap-2 text-sm">
            {refused.map(({ line, text, error }) => (
              <li key={line} className="wrap-anywhere">
                <span className="font-semibold">Line {line}:</span> {error}
                <span className="block text-ink-muted">{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
