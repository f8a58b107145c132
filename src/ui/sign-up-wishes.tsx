import { type FormEvent, useState } from "react";
import { addWishes } from "../../worker/contracts/subscribers.ts";
import { call, failureText } from "../lib/api.ts";
import { signUpKey } from "../lib/subscribe.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useWishFields, WishFields } from "./wish-fields.tsx";

/** Title and description of the step. */
export const WISHES_TEXT = {
  title: "What are you looking for?",
  description: "Optional. Choose, and our emails bring only what fits.",
};

interface WishesFormProps {
  /** The address that has just signed up. */
  email: string;
  /** Label of the button that leaves the step as it is. */
  skip: string;
  onDone(): void;
}

/** The one optional step after joining: bedrooms, a maximum rent and areas. */
export function WishesForm({ email, skip, onDone }: WishesFormProps) {
  const wishes = useWishFields({ bedrooms: [], maxRent: null, areas: [] });
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const chosen = wishes.read();
    if (chosen === null) return;
    setIsSending(true);
    try {
      const { message } = await call(addWishes, { body: { email, signUpKey: signUpKey(), ...chosen } });
      toast({ title: "Thank You", description: message });
      onDone();
    } catch (error) {
      toast({ title: "Not Saved", description: failureText(error), variant: "destructive" });
      wishes.refuseFor(error);
      setIsSending(false);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <WishFields wishes={wishes} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          {skip}
        </Button>
        <Button type="submit" busy={isSending}>
          {isSending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** {@link WishesForm} by itself, for a form that stays on the page. */
export function WishesDialog({ email, onClose }: { email: string; onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose} size="sm" shape="sheet" initialFocus="input" {...WISHES_TEXT}>
      <WishesForm email={email} skip="Not now" onDone={onClose} />
    </Dialog>
  );
}
