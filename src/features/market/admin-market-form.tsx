import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import {
  areaName,
  CITY,
  MARKET_AREAS,
  type Benchmark,
  BENCHMARK_KINDS,
  type BenchmarkEffect,
  type TypeMarket,
} from "../../../worker/contracts/market.ts";
import {
  benchmarkDraft,
  type BenchmarkDraft,
  type BenchmarkDraftInput,
} from "../../../worker/contracts/market.schemas.ts";
import { ApiError } from "../../lib/api.ts";
import { focusFirstField } from "../../lib/first-field.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, SelectField, TextArea, TextInput, withText } from "../../ui/field.tsx";
import { BENCHMARK_KIND_NAMES, listingsText, moveText, warningsOf } from "./market-text.ts";
import { useMarketChange, useMarketPreview } from "./market.queries.ts";

interface AdminMarketFormProps {
  market: TypeMarket;
  /** The month to correct; null adds a month. */
  month: Benchmark | null;
  onClose(): void;
}

const resolver = standardSchemaResolver<BenchmarkDraftInput, unknown, BenchmarkDraft>(benchmarkDraft);

/** Form that adds or corrects a month's benchmark. The form takes the values first, and then previews the effect. */
export function AdminMarketForm({ market, month, onClose }: AdminMarketFormProps) {
  const formId = useId();
  const preview = useMarketPreview();
  const change = useMarketChange();
  const [checked, setChecked] = useState<{ draft: BenchmarkDraft; effect: BenchmarkEffect } | null>(null);
  const form = useForm<BenchmarkDraftInput, unknown, BenchmarkDraft>({
    resolver,
    defaultValues: {
      bedrooms: market.bedrooms,
      area: month?.area ?? CITY,
      asOf: month?.asOf ?? "",
      rent: month ? String(month.rent) : "",
      kind: month?.kind ?? market.inForce?.kind ?? "asking",
      source: month?.source ?? market.inForce?.source ?? "",
      isEstimate: month?.isEstimate ?? false,
      method: month?.method ?? "",
    },
    shouldFocusError: false,
  });
  const focusFirst = (fields: object) => focusFirstField(document.getElementById(formId), Object.keys(fields));

  const refuse = (error: Error) => {
    const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
    for (const [field, message] of Object.entries(fields))
      form.setError(field as keyof BenchmarkDraftInput, { message });
    focusFirst(fields);
  };
  const check = form.handleSubmit(
    (draft) =>
      preview.mutate(
        { write: draft },
        {
          onSuccess: (effect) => setChecked({ draft, effect }),
          onError: (error) => {
            toastFailure("Failed to check the figures", error);
            refuse(error);
          },
        },
      ),
    focusFirst,
  );
  const save = ({ draft, effect }: { draft: BenchmarkDraft; effect: BenchmarkEffect }) =>
    change.mutate(
      { write: draft },
      {
        onSuccess: () => {
          toast({
            title: effect.isCorrection ? "Month corrected" : "Month added",
            description: "Listings of this type are being compared again.",
          });
          onClose();
        },
        onError: (error) => {
          toastFailure("Failed to save the month", error);
          setChecked(null);
          refuse(error);
        },
      },
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!preview.isPending && !change.isPending}
      title={`${market.bedrooms}: ${month ? "correct a month" : "add a month"}`}
      footer={
        checked ? (
          <>
            <Button variant="secondary" disabled={change.isPending} onClick={() => setChecked(null)}>
              Back
            </Button>
            <Button busy={change.isPending} onClick={() => save(checked)}>
              {checked.effect.isCorrection ? "Save Correction" : "Save Month"}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" disabled={preview.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={preview.isPending}>
              See What Changes
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        hidden={checked !== null}
        onSubmit={(event) => {
          event.preventDefault();
          if (!preview.isPending) void check(event);
        }}
      >
        <AdminMarketFields form={form} isCorrection={month !== null} />
      </form>
      {checked && (
        <section aria-label="What changes" aria-live="polite">
          <AdminMarketEffect effect={checked.effect} />
        </section>
      )}
    </Dialog>
  );
}

interface AdminMarketFieldsProps {
  form: UseFormReturn<BenchmarkDraftInput, unknown, BenchmarkDraft>;
  /** True for a correction, which cannot change the month itself. */
  isCorrection: boolean;
}

function AdminMarketFields({ form, isCorrection }: AdminMarketFieldsProps) {
  const { register, formState, watch } = form;
  const error = (field: keyof BenchmarkDraftInput) => formState.errors[field]?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Month"
        required
        hint={isCorrection ? undefined : "The month the figure is for, such as 2026-10."}
        error={error("asOf")}
      >
        {(ids) => (
          <TextInput {...ids} {...register("asOf")} type="month" readOnly={isCorrection} placeholder="2026-10" />
        )}
      </Field>
      <Field label="Rent" required hint="Dollars a month." error={error("rent")}>
        {(ids) => (
          <TextInput {...ids} {...register("rent")} inputMode="decimal" autoComplete="off" placeholder="$2,210" />
        )}
      </Field>
      <SelectField
        label="Place"
        required
        error={error("area")}
        options={(isCorrection ? [form.getValues("area") ?? CITY] : MARKET_AREAS).map(withText(areaName))}
        {...register("area")}
      />
      <SelectField
        label="What it measures"
        required
        error={error("kind")}
        options={BENCHMARK_KINDS.map(withText((kind) => BENCHMARK_KIND_NAMES[kind]))}
        {...register("kind")}
      />
      <Field label="Source" required hint="Shown to renters beside the figure." error={error("source")}>
        {(ids) => <TextInput {...ids} {...register("source")} autoComplete="off" maxLength={160} />}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 sm:col-span-2">
        <input type="checkbox" {...register("isEstimate")} className="size-5 shrink-0 accent-accent" />
        This is an estimate, not a published figure
      </label>
      {watch("isEstimate") && (
        <div className="sm:col-span-2">
          <Field label="How it was derived" required error={error("method")}>
            {(ids) => <TextArea {...ids} {...register("method")} rows={3} maxLength={400} />}
          </Field>
        </div>
      )}
    </div>
  );
}

/** Preview of a change's effect. */
export function AdminMarketEffect({ effect }: { effect: BenchmarkEffect }) {
  const warnings = warningsOf(effect);
  return (
    <div className="grid gap-3">
      <p>{moveText(effect)}</p>
      <p>{listingsText(effect)}</p>
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="grid gap-1 rounded-control bg-warn-soft px-3 py-2 text-ink">
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
