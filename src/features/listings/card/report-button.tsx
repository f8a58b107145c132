import { Flag } from "lucide-react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useOverlay } from "../../../lib/use-overlay.ts";
import { Button } from "../../../ui/button.tsx";

const loadDialog = () => import("./report-dialog.tsx");

/** 'Report as Not below market': opens the reasons. */
export function ReportButton({ listing }: { listing: Pick<PublicListing, "id" | "title"> }) {
  const { dialog, open, close, prepare } = useOverlay("report", loadDialog);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        <Flag aria-hidden="true" className="size-4" />
        Report as Not below market
      </Button>
      {dialog && <dialog.ReportDialog listing={listing} onClose={close} />}
    </>
  );
}
