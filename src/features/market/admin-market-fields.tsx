import type { UseFormReturn } from "react-hook-form";
import { areaName, CITY, MARKET_AREAS } from "../../../worker/contracts/market-areas.ts";
import { BENCHMARK_KINDS } from "../../../worker/contracts/market.ts";
import type { BenchmarkDraft, BenchmarkDraftInput } from "../../../worker/contracts/market.schemas.ts";
import { Field, NativeSelect, TextArea, TextInput } from "../../ui/field.tsx";
import { KINDS } from "./market-text.ts";

interface AdminMarketFieldsProps {
  form: UseFormReturn<BenchmarkDraftInput, unknown, BenchmarkDraft>;
  /** The month is that of the figure and stays. */
  isCorrection: boolean;
}

/** The figures of a month. */
export function AdminMarketFields({ form, isCorrection }: AdminMarketFieldsProps) {
  const { register, formState, watch } = form;
  const error = (field: keyof BenchmarkDraftInput) => formState.errors[field]?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Month"
        required
        hint={isCorrection ? undefined : "The month that the figure speaks of, as year and month: 2026-10."}
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
      <Field label="Place" required error={error("area")}>
        {(ids) => (
          <NativeSelect {...ids} {...register("area")}>
            {(isCorrection ? [form.getValues("area") ?? CITY] : MARKET_AREAS).map((area) => (
              <option key={area} value={area}>
                {areaName(area)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="What it measures" required error={error("kind")}>
        {(ids) => (
          <NativeSelect {...ids} {...register("kind")}>
            {BENCHMARK_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Source" required hint="Renters read it beside the figure." error={error("source")}>
        {(ids) => <TextInput {...ids} {...register("source")} autoComplete="off" maxLength={160} />}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 sm:col-span-2">
        <input type="checkbox" {...register("isEstimate")} className="size-5 shrink-0 accent-accent" />
        An estimate: not published for this type and month
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
