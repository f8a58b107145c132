import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** The end of a listing, in the place of what removed it. */
export function OwnerRemoved({ address }: { address: string }) {
  const panel = useRef<HTMLDivElement>(null);
  // The button that was pressed, and had the focus, is gone.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Notice
        icon={CircleCheck}
        level="h1"
        title="Listing Removed Successfully"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Return to Homepage
          </Link>
        }
      >
        {address !== "" && <p className="font-semibold text-ink">{address}</p>}
        <p>It is no longer on our site, and its photos are deleted.</p>
      </Notice>
    </div>
  );
}
