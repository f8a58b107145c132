import { CircleAlert } from "lucide-react";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PATHS } from "./paths.ts";

/**
 * Shown when a page fails to load or to render. Reloading is the retry: the usual cause is code of an older version
 * that is no longer served.
 */
export function ErrorPage() {
  return (
    <div className="page-width py-10">
      <Notice
        icon={CircleAlert}
        tone="danger"
        level="h1"
        title="Something went wrong"
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <a href={PATHS.home} className={buttonClass({ variant: "secondary" })}>
              Back to all listings
            </a>
          </>
        }
      >
        <p>This page could not be shown. Please try again in a moment.</p>
      </Notice>
    </div>
  );
}
