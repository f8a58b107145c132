import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { addressBanInput, BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { AdminWideBanDialog, confirmationOf } from "./admin-bans.tsx";
import { isOwn } from "./ban-address.ts";
import { ownAddress, useBan } from "./bans.queries.ts";

interface BanForm {
  ipAddress: string;
  reason: string;
}

const resolver = standardSchemaResolver<BanForm, unknown, BanForm>(addressBanInput);

/** @param ipAddress prefilled if it comes from a post */
export function AdminBanDialog({ ipAddress, onClose }: { ipAddress: string; onClose(): void }) {
  const formId = useId();
  const ban = useBan();
  const form = useForm<BanForm>({ resolver, defaultValues: { ipAddress, reason: "" } });
  const { errors } = form.formState;

  /** Dismisses the error once a field is edited. */
  const clearError = () => {
    if (ban.isError) dismissToasts();
  };
  const submit = (confirmed: boolean) =>
    form.handleSubmit((wanted) =>
      ban.mutate(
        { value: wanted.ipAddress, reason: wanted.reason, confirmed },
        {
          onSuccess: () => {
            toast({ title: "User banned successfully" });
            onClose();
          },
          onError: (error) => {
            if (confirmationOf(error) !== null) return;
            toastFailure("Failed to ban user", error);
            const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
            for (const name of ["reason", "ipAddress"] as const)
              if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
          },
        },
      ),
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!ban.isPending}
      size="sm"
      initialFocus={ipAddress === "" ? "input" : "textarea"}
      title="Ban IP Address"
      description="Nobody can post, vote, report or submit a listing from this address or range any more. They can still read everything."
      footer={
        <>
          <Button variant="ghost" disabled={ban.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={ban.isPending}>
            Ban Address
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ban.isPending) void submit(false)(event);
        }}
      >
        <Field
          label="IP address or range"
          required
          error={errors.ipAddress?.message}
          hint="Such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48. An IPv6 address alone stands for its whole /64 network."
        >
          {(ids) => (
            <TextInput
              {...ids}
              {...form.register("ipAddress", { onChange: clearError })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              readOnly={ban.isPending}
            />
          )}
        </Field>
        <OwnAddressWarning control={form.control} />
        <Field label="Reason" required error={errors.reason?.message} hint="Whoever is banned reads it.">
          {(ids) => (
            <TextArea
              {...ids}
              {...form.register("reason", { onChange: clearError })}
              rows={3}
              maxLength={BAN_REASON_MAX}
              readOnly={ban.isPending}
            />
          )}
        </Field>
      </form>
      <AdminWideBanDialog
        question={confirmationOf(ban.error)}
        busy={ban.isPending}
        onConfirm={() => void submit(true)()}
        onCancel={() => ban.reset()}
      />
    </Dialog>
  );
}

/** Warns moderators who are about to ban themselves. */
function OwnAddressWarning({ control }: { control: Control<BanForm, unknown, BanForm> }) {
  const typed = useWatch({ control, name: "ipAddress" });
  const own = useQuery(ownAddress());
  return (
    <output className="block empty:hidden">
      {own.data && isOwn(typed, own.data) && (
        <span className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          This is your own address. You could no longer post from here; you could still log in and lift the ban.
        </span>
      )}
      {own.isError && (
        <span className="block text-sm text-ink-muted">Whether this is your own address could not be checked.</span>
      )}
    </output>
  );
}
