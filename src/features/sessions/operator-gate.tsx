import { ApiError, errorText } from "../../lib/api.ts";
import { GateCard } from "./gate-card.tsx";
import { PasswordForm, type Refusal } from "./password-form.tsx";
import type { OperatorAccess } from "./use-operator-session.ts";

const TITLE = "Access Denied";
const EMPTY: Refusal = { title: TITLE, text: "Please enter the password." };

function refusalOf(error: unknown): Refusal {
  const fallback =
    error instanceof ApiError && error.status === 401
      ? "Invalid password"
      : "Unable to authenticate. Please try again.";
  return { title: error instanceof ApiError && error.status < 500 ? TITLE : "Error", text: errorText(error, fallback) };
}

/** The password gate before the operator's dashboard. */
export function OperatorGate({ hasEnded, logIn }: Pick<OperatorAccess, "hasEnded" | "logIn">) {
  return (
    <GateCard
      title="Dashboard Access Required"
      text={hasEnded ? "Your session has ended. Please log in again." : "Enter the dashboard password to continue"}
    >
      <PasswordForm label="Access Dashboard" logIn={logIn} whenEmpty={EMPTY} refusalOf={refusalOf} />
    </GateCard>
  );
}
