import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { correctMonth } from "../../../worker/contracts/market.ts";
import { ApiError, call } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

/** Computes a closed month of the market pages again; what was published stays beside it. */
export function AdminMarketCorrection({ onClose }: { onClose(): void }) {
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
      description="Its figures on the market pages are computed again from the listings as they are now. What was published stays, marked as corrected, with your reason."
      submitLabel="Correct Month"
      isBusy={correct.isPending}
      isCheckedByBrowser
      onSubmit={send}
      onClose={onClose}
    >
      <Field label="Month" required hint="As year and month: 2026-10.">
        {(ids) => <TextInput {...ids} name="month" type="month" required placeholder="2026-10" />}
      </Field>
      <Field label="Reason" required hint="It is published." error={fields.reason}>
        {(ids) => <TextInput {...ids} name="reason" required maxLength={300} />}
      </Field>
    </FormDialog>
  );
}
