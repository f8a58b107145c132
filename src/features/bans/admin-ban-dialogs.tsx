import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { BAN_KINDS, type BanDecision, type BanKind, createBan } from "../../../worker/contracts/bans.ts";
import { addressBanInput, BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { photoPath } from "../../../worker/contracts/photos.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { announceDecision } from "../../lib/decisions.ts";
import { networkToBan } from "../../lib/ip-addresses.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { dismissToasts } from "../../lib/toast.ts";
import { Choice } from "../../ui/choice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { OwnAddressWarning } from "../../ui/own-address-warning.tsx";
import { PhotoImage } from "../../ui/photo-image.tsx";

/**
 * Returns a function that marks cached bans as stale, and with them the cached data of other features that depends on
 * bans.
 */
export function useBanInvalidation() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ meta }) => meta?.["showsBans"] === true });
}

/**
 * Returns a mutation that bans an IP address or range.
 * @throws ApiError (code ban.confirm_wide until a wide range is confirmed), TypeError
 */
function useBan() {
  const invalidate = useBanInvalidation();
  return useMutation({
    mutationFn: (ban: { kind?: BanKind; value: string; reason: string; confirmed: boolean }) =>
      call(createBan, { body: { ...ban, isActive: true } }),
    onSuccess: invalidate,
  });
}

/** Shows a toast about a ban decision, with Undo. */
export function announceBan({ decisionId, isActive, value, kind }: BanDecision, title = "Ban status updated"): void {
  const what = kind === "photo" ? "a photo" : value;
  announceDecision({ title, text: `${isActive ? "Banned" : "No longer banned"}: ${what}`, decisionId });
}

/** Returns the question that the server asks before it bans a wide range; null for other errors. */
export const readBanConfirmation = (error: Error | null): string | null =>
  error instanceof ApiError && error.code === "ban.confirm_wide" ? errorText(error, "") : null;

interface WideBanProps {
  /** Question with the number of affected visitors; null hides the dialog. */
  question: string | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Dialog that asks a second time before a wide range is banned. */
export function AdminWideBanDialog({ question, busy, onConfirm, onCancel }: WideBanProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={onCancel}
      title="Ban this wide range?"
      description={question ?? ""}
      confirmLabel="Ban for 7 Days"
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}

interface BanForm {
  ipAddress: string;
  reason: string;
}

const resolver = standardSchemaResolver<BanForm, unknown, BanForm>(addressBanInput);

/** @param ipAddress the prefilled address, if it comes from a post */
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
            if (readBanConfirmation(error) !== null) return;
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
      description="Visitors from this address or range can no longer post, vote, report or submit listings. They can still browse."
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
        hint="For example, 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48. A single IPv6 address covers its whole /64 network."
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
      <Field label="Reason" required error={errors.reason?.message} hint="Shown to the banned visitor.">
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
        question={readBanConfirmation(ban.error)}
        busy={ban.isPending}
        onConfirm={() => void submit(true)()}
        onCancel={() => ban.reset()}
      />
    </FormDialog>
  );
}

interface Kind {
  choice: string;
  label: string;
  hint?: string;
  /** True if banned people see the reason. */
  isRead: boolean;
}

const KINDS: Record<BanKind, Kind> = {
  phone: { choice: "A phone number", label: "Phone number", isRead: false },
  photo: {
    choice: "A photo and its copies",
    label: "Address of the photo",
    hint: "Open the photo from its listing and copy its address.",
    isRead: false,
  },
  address: { choice: "An internet (IP) address", label: "IP address", isRead: true },
  network: {
    choice: "The network around an address",
    label: "Range of addresses",
    hint: "For example, 203.0.113.0/24 or 2001:db8::/48.",
    isRead: true,
  },
};

interface AdminListingBanDialogProps {
  /**
   * The listing whose phone number and photos can be banned, with the IP address that it was submitted from: null if
   * unknown, undefined while loading.
   */
  of?: { phone: string | null; images: readonly string[]; address: string | null | undefined };
  /** The preselected kind of ban. */
  first?: BanKind;
  onClose(): void;
}

/** Dialog that bans phone numbers, photos together with copies of them, or the IP addresses that listings come from. */
export function AdminListingBanDialog({ of, first = "phone", onClose }: AdminListingBanDialogProps) {
  const ban = useBan();
  const [kind, setKind] = useState(first);
  const isMasked = of?.address?.includes("/") === true;
  const photos = of?.images.map(photoPath) ?? [];
  const valueFor = (wanted: BanKind): string => {
    if (wanted === "phone") return of?.phone ?? "";
    if (wanted === "photo") return photos[0] ?? "";
    const address = of?.address ?? "";
    if (wanted === "network") return networkToBan(address);
    return isMasked ? "" : address;
  };
  // Null until something is typed, because the address may be loaded later.
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? valueFor(kind);
  const choose = (chosen: BanKind) => {
    setKind(chosen);
    setTyped(null);
    ban.reset();
  };
  const { label, hint, isRead } = KINDS[kind];
  const unknownHint = isRead && of?.address === null ? "We have no address for this landlord." : undefined;
  const addressHint =
    kind === "address" && isMasked ? "After 90 days we only keep the network, not the full address." : unknownHint;
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const problem = (text: string) => (isTried && text.trim() === "" ? "This field is required." : undefined);
  const submit = (confirmed: boolean) => {
    setIsTried(true);
    if (value.trim() === "" || reason.trim() === "" || ban.isPending) return;
    ban.mutate(
      { kind, value, reason, confirmed },
      {
        onSuccess: (banned) => {
          announceBan(banned);
          onClose();
        },
      },
    );
  };
  const question = readBanConfirmation(ban.error);
  return (
    <FormDialog
      title={of ? "Ban the landlord of this listing" : "Add a ban"}
      description={
        isRead
          ? "Visitors from this address or range can no longer post, vote, report or submit listings. They can still browse."
          : "Landlords can no longer use this phone number or photo in a new or edited listing. Existing listings stay as they are."
      }
      submitLabel="Ban"
      submitTone="danger"
      isBusy={ban.isPending}
      onSubmit={() => submit(false)}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium">What to ban</legend>
        {BAN_KINDS.map((one) => (
          <Choice key={one} type="radio" name="kind" checked={kind === one} onChange={() => choose(one)}>
            {KINDS[one].choice}
          </Choice>
        ))}
      </fieldset>
      {kind === "photo" && photos.length > 1 && (
        <ul aria-label="Its photos" className="grid grid-cols-5 gap-2">
          {of?.images.map((src, at) => (
            <li key={photoPath(src)}>
              <button
                type="button"
                aria-label={`Photo ${at + 1}`}
                aria-pressed={value === photoPath(src)}
                onClick={() => setTyped(photoPath(src))}
                className="block w-full overflow-hidden rounded-control aria-pressed:outline-3 aria-pressed:outline-accent"
              >
                <PhotoImage src={src} alt="" sizes="80px" className="aspect-4/3 w-full" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={label}
        required
        error={
          problem(value) ?? (ban.error && question === null ? errorText(ban.error, "Please try again.") : undefined)
        }
        hint={addressHint ?? hint}
      >
        {(ids) => (
          <TextInput
            {...ids}
            autoComplete="off"
            maxLength={300}
            value={value}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <OwnAddressWarning addresses={isRead ? [value] : []} />
      <Field
        label="Reason"
        required
        error={problem(reason)}
        hint={isRead ? "Shown to the banned visitor." : "Only moderators see it."}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={BAN_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <AdminWideBanDialog
        question={question}
        busy={ban.isPending}
        onConfirm={() => submit(true)}
        onCancel={() => ban.reset()}
      />
    </FormDialog>
  );
}
