import { useState } from "react";
import { BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { BAN_KINDS, type BanKind } from "../../../worker/contracts/bans.ts";
import { photoPath } from "../../../worker/contracts/photos.ts";
import { errorText } from "../../lib/api.ts";
import { networkOf } from "../../lib/ip-addresses.ts";
import { Choice } from "../../ui/choice.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { OwnAddressWarning } from "../../ui/own-address-warning.tsx";
import { PhotoImage } from "../../ui/photo-image.tsx";
import { AdminWideBanDialog, announceBan, confirmationOf } from "./ban-parts.tsx";
import { useBan } from "./bans.queries.ts";

interface Kind {
  choice: string;
  label: string;
  hint?: string;
  /** Whether whoever is banned reads the reason. */
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
    hint: "Such as 203.0.113.0/24 or 2001:db8::/48.",
    isRead: true,
  },
};

interface AdminListingBanDialogProps {
  /**
   * The listing whose number and photos are offered, and the address that it was written from: null if it is not known,
   * undefined while it is read.
   */
  of?: { phone: string | null; images: readonly string[]; address: string | null | undefined };
  /** What is offered first. */
  first?: BanKind;
  onClose(): void;
}

/** Bans what listings may not have, a phone number or a photo and its copies, or where they come from. */
export function AdminListingBanDialog({ of, first = "phone", onClose }: AdminListingBanDialogProps) {
  const ban = useBan();
  const [kind, setKind] = useState(first);
  const isMasked = of?.address?.includes("/") === true;
  const photos = of?.images.map(photoPath) ?? [];
  const valueFor = (wanted: BanKind): string => {
    if (wanted === "phone") return of?.phone ?? "";
    if (wanted === "photo") return photos[0] ?? "";
    const address = of?.address ?? "";
    if (wanted === "network") return networkOf(address);
    return isMasked ? "" : address;
  };
  // Null until it is typed, because the address may arrive later.
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? valueFor(kind);
  const choose = (chosen: BanKind) => {
    setKind(chosen);
    setTyped(null);
    ban.reset();
  };
  const { label, hint, isRead } = KINDS[kind];
  const unknownHint = isRead && of?.address === null ? "No address of this landlord is known." : undefined;
  const addressHint =
    kind === "address" && isMasked ? "After 90 days only the network around the address is known." : unknownHint;
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
  const question = confirmationOf(ban.error);
  return (
    <FormDialog
      title={of ? "Ban the landlord of this listing" : "Ban"}
      description={
        isRead
          ? "Nobody can post, vote, report or submit a listing from there any more. They can still read everything."
          : "Landlords can no longer submit or change listings so that they have it. Listings that have it already stay as they are."
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
        hint={isRead ? "Whoever is banned reads it." : "Only moderators read it."}
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
