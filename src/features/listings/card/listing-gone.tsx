import { ArrowLeft, House } from "lucide-react";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";

export function BackLink() {
  return (
    <Link
      to={PATHS.home}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      Back to all listings
    </Link>
  );
}

/** In the place of a listing that is not public (any more). */
export function ListingGone() {
  return (
    <div className="page-width pt-6">
      <Notice
        icon={House}
        level="h1"
        title="Listing Not Found"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Back to all listings
          </Link>
        }
      >
        <p>This listing may have been removed or rented.</p>
      </Notice>
    </div>
  );
}
