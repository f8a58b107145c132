import { CircleCheck } from "lucide-react";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Outcome } from "../../../ui/emailed-link.tsx";

/** Notice that replaces the listing once it is removed. */
export function OwnerRemoved({ address }: { address: string }) {
  return (
    <Outcome
      icon={CircleCheck}
      title="Listing Removed Successfully"
      actions={
        <Link to={PATHS.home} className={buttonClass()}>
          Return to Homepage
        </Link>
      }
    >
      {address !== "" && (
        <p translate="no" className="font-semibold text-ink">
          {address}
        </p>
      )}
      <p>It is no longer on our site, and its photos are deleted.</p>
    </Outcome>
  );
}
