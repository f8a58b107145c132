import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import {
  benchmarkDraft,
  type BenchmarkDraft,
  type BenchmarkDraftInput,
} from "../../../worker/contracts/market.schemas.ts";
import type { Benchmark, BenchmarkEffect, TypeMarket } from "../../../worker/contracts/market.ts";
import { CITY } from "../../../worker/contracts/market-areas.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminMarketEffect } from "./admin-market-effect.tsx";
import { AdminMarketFields } from "./admin-market-fields.tsx";
import { useMarketChange, useMarketPreview } from "./market.queries.ts";

interface AdminMarketFormProps {
  market: TypeMarket;
  /** The month to correct; null adds one. */
  month: Benchmark | null;
  onClose(): void;
}

const resolver = standardSchemaResolver<BenchmarkDraftInput, unknown, BenchmarkDraft>(benchmarkDraft);

/** Adds or corrects a month in two steps: the figures, then what they would do. */
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
  });

  const refuse = (error: Error) => {
    const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
    for (const [field, message] of Object.entries(fields))
      form.setError(field as keyof BenchmarkDraftInput, { message }, { shouldFocus: true });
  };
  const check = form.handleSubmit((draft) =>
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
            <Button variant="ghost" disabled={change.isPending} onClick={() => setChecked(null)}>
              Back
            </Button>
            <Button busy={change.isPending} onClick={() => save(checked)}>
              {checked.effect.isCorrection ? "Save Correction" : "Save Month"}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" disabled={preview.isPending} onClick={onClose}>
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
