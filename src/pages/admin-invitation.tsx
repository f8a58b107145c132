import { useNavigate } from "react-router";
import { AcceptInvitation } from "../features/people/invitation.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

export const head = fixedHead("Invitation", "For moderators.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const navigate = useNavigate();
  const { token = "" } = usePathParameters();
  // Removes the used link from the history.
  const enter = () => void navigate(PATHS.admin, { replace: true });
  return <AcceptInvitation key={token} token={token} onAccepted={enter} />;
}
