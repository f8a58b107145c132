import { MapPinOff } from "lucide-react";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";

export const head = fixedHead("404 Page Not Found", "There is no page at this address.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  return (
    <div className="page-width py-10">
      <Notice
        icon={MapPinOff}
        level="h1"
        title="404 Page Not Found"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Back to all listings
          </Link>
        }
      >
        <p>Did you forget to add the page to the router?</p>
      </Notice>
    </div>
  );
}
