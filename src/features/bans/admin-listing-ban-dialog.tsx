import { useId, useState } from "react";
import { BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { photoPath } from "../../../worker/contracts/photos.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { PhotoImage } from "../../ui/photo-image.tsx";
import { useBan } from "./bans.queries.ts";

type Kind = "phone" | "photo";

interface AdminListingBanDialogProps {
  /** The listing whose number and photos are offered. */
  of?: { phone: string | null; images: readonly string[] };
  onClose(): void;
}

/** Bans what listings may not have: a phone number, or a photo and its copies. */
export function AdminListingBanDialog({ of, onClose }: AdminListingBanDialogProps) {
  const formId = useId();
  const ban = useBan();
  const [kind, setKind] = useState<Kind>("phone");
  const photos = of?.images.map(photoPath) ?? [];
  const choose = (chosen: Kind) => {
    setKind(chosen);
    setValue((chosen === "phone" ? of?.phone : photos[0]) ?? "");
  };
  const [value, setValue] = useState(of?.phone ?? "");
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const problem = (text: string) => (isTried && text.trim() === "" ? "This field is required." : undefined);
  const submit = () => {
    setIsTried(true);
    if (value.trim() === "" || reason.trim() === "" || ban.isPending) return;
    ban.mutate(
      { kind, value, reason, confirmed: false },
      {
        onSuccess: () => {
          toast({ title: kind === "phone" ? "Phone number banned" : "Photo banned" });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!ban.isPending}
      size="sm"
      title="Ban a phone number or a photo"
      description="Landlords can no longer submit or change listings so that they have it. Listings that have it already stay as they are."
      footer={
        <>
          <Button variant="ghost" disabled={ban.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={ban.isPending}>
            Ban
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
          submit();
        }}
      >
        <fieldset>
          <legend className="mb-1 text-sm font-medium">What to ban</legend>
          <Choice type="radio" name="kind" checked={kind === "phone"} onChange={() => choose("phone")}>
            A phone number
          </Choice>
          <Choice type="radio" name="kind" checked={kind === "photo"} onChange={() => choose("photo")}>
            A photo and its copies
          </Choice>
        </fieldset>
        {kind === "photo" && photos.length > 1 && (
          <ul aria-label="Its photos" className="grid grid-cols-5 gap-2">
            {of?.images.map((src, at) => (
              <li key={photoPath(src)}>
                <button
                  type="button"
                  aria-label={`Photo ${at + 1}`}
                  aria-pressed={value === photoPath(src)}
                  onClick={() => setValue(photoPath(src))}
                  className="block w-full overflow-hidden rounded-control aria-pressed:outline-3 aria-pressed:outline-accent"
                >
                  <PhotoImage src={src} alt="" sizes="80px" className="aspect-4/3 w-full" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field
          label={kind === "phone" ? "Phone number" : "Address of the photo"}
          required
          error={problem(value) ?? (ban.error ? errorText(ban.error, "Please try again.") : undefined)}
          hint={kind === "photo" ? "Open the photo from its listing and copy its address." : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoComplete="off"
              maxLength={300}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <Field label="Reason" required error={problem(reason)} hint="Only moderators read it.">
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
      </form>
    </Dialog>
  );
}
