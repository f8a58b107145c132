import "../app/panel.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ERRORS } from "../../worker/contracts/errors.ts";
import { logInByLink } from "../../worker/contracts/sessions.ts";
import { usePathParameters } from "../app/router/page-table.ts";
import { adminSession } from "../features/sessions/admin-session.queries.ts";
import { GateCard } from "../features/sessions/gate-card.tsx";
import { ApiError, call, failureText } from "../lib/api.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

/**
 * Page of an emailed login link. The login needs a click on a button, because mail scanners open every link.
 * @param props.token undefined if the address is truncated
 */
function LoginLink({ token }: { token: string | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const login = useMutation({
    mutationFn: (given: string) => call(logInByLink, { token: given }),
    onSuccess: async () => {
      await client.fetchQuery({ ...adminSession(), staleTime: 0 });
      // Removes the used link from the history.
      await navigate(PATHS.admin, { replace: true });
    },
  });
  const isInvalid =
    token === undefined || (login.error instanceof ApiError && login.error.code === "session.invalid_link");
  if (isInvalid) {
    return (
      <GateCard title="Link No Longer Valid" text={ERRORS["session.invalid_link"][1]}>
        <p className="grid">
          <Link to={PATHS.admin} className={buttonClass({ size: "lg" })}>
            Go to the Admin Panel
          </Link>
        </p>
      </GateCard>
    );
  }
  return (
    <GateCard title="Log In as a Moderator" text="This link works once, for 10 minutes after it was sent.">
      <div className="grid">
        <Button size="lg" busy={login.isPending} onClick={() => login.mutate(token)}>
          {login.isPending ? "Logging In..." : "Log In"}
        </Button>
        <p role="alert" className="mt-3 text-center text-danger empty:hidden">
          {login.error && failureText(login.error)}
        </p>
      </div>
    </GateCard>
  );
}

export const head = fixedHead("Log In", "For moderators.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return <LoginLink key={token} token={token} />;
}
