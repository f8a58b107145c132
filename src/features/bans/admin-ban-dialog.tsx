import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm, useWatch } from "react-hook-form";
import { addressBanInput, BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { ApiError } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { dismissToasts } from "../../lib/toast.ts";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { AdminWideBanDialog, announceBan, confirmationOf } from "./ban-parts.tsx";
import { OwnAddressWarning } from "../../ui/own-address-warning.tsx";
import { useBan } from "./bans.queries.ts";

interface BanForm {
  ipAddress: string;
  reason: string;
}

const resolver = standardSchemaResolver<BanForm, unknown, BanForm>(addressBanInput);

/** @param ipAddress prefilled if it comes from a post */
export function AdminBanDialog({ ipAddress, onClose }: { ipAddress: string; onClose(): void }) {
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
          onSuccess: (banned) => {
            announceBan(banned, "User banned successfully");
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
    <FormDialog
      initialFocus={ipAddress === "" ? "input" : "textarea"}
      title="Ban IP Address"
      description="Nobody can post, vote, report or submit a listing from this address or range any more. They can still read everything."
      submitLabel="Ban Address"
      submitTone="danger"
      isBusy={ban.isPending}
      onSubmit={(event) => void submit(false)(event)}
      onClose={onClose}
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
      <OwnAddressWarning addresses={[useWatch({ control: form.control, name: "ipAddress" })]} />
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
      <AdminWideBanDialog
        question={confirmationOf(ban.error)}
        busy={ban.isPending}
        onConfirm={() => void submit(true)()}
        onCancel={() => ban.reset()}
      />
    </FormDialog>
  );
}
