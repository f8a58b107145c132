import { useState } from "react";
import { useNavigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { storeAccess } from "../../lib/subscribe.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { requestCode } from "./access.queries.ts";
import { GateCodeStep } from "./gate-code-step.tsx";

/** Signs in with a mailed code, where an address alone is not enough. */
export function CodeDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      shape="sheet"
      initialFocus="input"
      title="Enter a code"
      description="We mail six digits to addresses that get our new listings or have VIP access."
    >
      {message === null ? (
        <EmailForm
          label="Your email address"
          action="Mail Me a Code"
          busyAction="Sending..."
          isOwnAddress
          onSend={async (address) => {
            setEmail(address);
            setMessage(await requestCode(address));
          }}
        />
      ) : (
        <GateCodeStep
          email={email}
          message={message}
          onMessage={setMessage}
          onVerified={(source) => {
            storeAccess(source ?? "email subscription");
            onClose();
          }}
          onBack={() => setMessage(null)}
          onJoin={() => void navigate(PATHS.join)}
        />
      )}
    </Dialog>
  );
}
