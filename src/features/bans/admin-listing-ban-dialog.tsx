import { useId, useState } from "react";
import { BAN_REASON_MAX } from "../../../worker/contracts/bans.schemas.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { useBan } from "./bans.queries.ts";

type Kind = "phone" | "photo";

/** Bans what listings may not have: a phone number, or a photo and its copies. */
export function AdminListingBanDialog({ onClose }: { onClose(): void }) {
  const formId = useId();
  const ban = useBan();
  const [kind, setKind] = useState<Kind>("phone");
  const [value, setValue] = useState("");
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
          <Choice type="radio" name="kind" checked={kind === "phone"} onChange={() => setKind("phone")}>
            A phone number
          </Choice>
          <Choice type="radio" name="kind" checked={kind === "photo"} onChange={() => setKind("photo")}>
            A photo and its copies
          </Choice>
        </fieldset>
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
