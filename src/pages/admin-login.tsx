import { LoginLink } from "../features/sessions/login-link.tsx";
import { usePathParameters } from "../app/router/page-table.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { fixedHead } from "./parts/token-page.tsx";

export const head = fixedHead("Log In", "For moderators.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return <LoginLink key={token} token={token} />;
}
