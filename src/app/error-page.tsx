import { CircleAlert, WifiOff } from "lucide-react";
import { PATHS } from "../lib/paths.ts";
import { useOnline } from "../lib/use-online.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";

/**
 * Shown when a page fails to load or to render. Reloading is the retry: the usual cause is code of an older version
 * that is no longer served. Leaving is a full load too, for browsers remember that a piece of code failed; offline, where
 * that would end in the browser's own error page, what is loaded already has to do.
 */
export function ErrorPage() {
  const online = useOnline();
  return (
    <div className="page-width py-10">
      <Notice
        icon={online ? CircleAlert : WifiOff}
        tone="danger"
        level="h1"
        title={online ? "Something went wrong" : "You are offline"}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <Link
              to={PATHS.home}
              target={online ? "_self" : undefined}
              className={buttonClass({ variant: "secondary" })}
            >
              Back to all listings
            </Link>
          </>
        }
      >
        <p>
          {online
            ? "This page could not be shown. Please try again in a moment."
            : "This page has not been loaded yet. Please try again when you have a connection."}
        </p>
      </Notice>
    </div>
  );
}
