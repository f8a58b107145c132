import { useState } from "react";
import { type MarketImport, MARKET_IMPORT_LINES } from "../../../worker/contracts/market.ts";
import { plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea } from "../../ui/field.tsx";
import { useMarketImport } from "./market.queries.ts";

const HEADER = "type,area,rent,kind,source,month";

/** Takes a CSV of figures in two steps: the text, then what it would change and which lines are refused. */
export function AdminMarketImport({ onClose }: { onClose(): void }) {
  const [csv, setCsv] = useState("");
  const [seen, setSeen] = useState<MarketImport | null>(null);
  const { mutate, isPending } = useMarketImport();
  const fail = (error: Error) => toastFailure("Failed to import the figures", error);
  const look = () => mutate({ csv, isPreview: true }, { onSuccess: setSeen, onError: fail });
  const take = () =>
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
            <Button variant="ghost" disabled={isPending} onClick={() => setSeen(null)}>
              Back
            </Button>
            <Button busy={isPending} disabled={changes === 0} onClick={take}>
              Import {plural(changes, "Figure")}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button busy={isPending} disabled={csv.trim() === ""} onClick={look}>
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
                className="block w-full min-w-0 text-sm text-ink-muted file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:text-base file:font-semibold file:text-ink hover:file:border-accent hover:file:text-accent"
                onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
              />
            )}
          </Field>
          <Field
            label="Its text"
            hint={`The first line names the columns: ${HEADER.replaceAll(",", ", ")}. Kind is asking or occupied; a column method says how an estimate was derived. Up to ${MARKET_IMPORT_LINES} figures.`}
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
