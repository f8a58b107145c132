import { LoginLink } from "../features/sessions/login-link.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";

export const head = fixedHead("Log In", "For moderators.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return <LoginLink key={token} token={token} />;
}
