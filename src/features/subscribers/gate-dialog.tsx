import { useState } from "react";
import type { AccessSource } from "../../../worker/contracts/subscribers.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { storeAccess } from "./access.ts";
import { GateCodeStep } from "./gate-code-step.tsx";
import { GateEmailStep } from "./gate-email-step.tsx";
import { GateJoinStep } from "./gate-join-step.tsx";

export { accessSession } from "./access.queries.ts";

type Step = "email" | "code" | "join";

const TEXTS: Record<Step, { title: string; description?: string }> = {
  email: {
    title: "Enter your email to proceed for free",
    description: "Join our community to get notified of new below-market listings. You can unsubscribe anytime.",
  },
  code: { title: "Sign in with your email" },
  join: {
    title: "Get new listings by email",
    description: "New below-market listings every Monday, Wednesday and Friday. Free, and you can unsubscribe anytime.",
  },
};

/** The invitations of the marketplace: who has access signs in, who has none may join. */
export function GateDialog({ start, onClose }: { start: "email" | "join"; onClose(): void }) {
  const [step, setStep] = useState<Step>(start);
  const [hasMoved, setHasMoved] = useState(false);
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");

  const go = (next: Step) => {
    dismissToasts();
    setHasMoved(true);
    setStep(next);
  };
  const welcome = (source: AccessSource | null) => {
    const known = source ?? "email subscription";
    storeAccess(known);
    toast({
      title: "Welcome Back",
      description: `Access confirmed via ${known}. Enjoy full marketplace access.`,
    });
    onClose();
  };

  // On its own the first step leaves the focus on the close button: on a phone a field would raise the keyboard.
  const common = { email, onEmail: setEmail, takesFocus: hasMoved };
  return (
    <Dialog open onOpenChange={onClose} size="sm" {...TEXTS[step]}>
      {step === "email" && (
        <GateEmailStep
          {...common}
          onVerified={welcome}
          onClose={onClose}
          onCodeRequested={(text) => {
            setMessage(text);
            go("code");
          }}
        />
      )}
      {step === "code" && (
        <GateCodeStep
          email={email}
          message={message}
          onMessage={setMessage}
          onVerified={welcome}
          onBack={() => go("email")}
          onJoin={() => go("join")}
        />
      )}
      {step === "join" && <GateJoinStep {...common} onSignIn={() => go("email")} onClose={onClose} />}
    </Dialog>
  );
}
