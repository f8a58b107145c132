import { Plus } from "lucide-react";
import { useEffect } from "react";
import type { Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";
import { useOnDemand } from "../../lib/use-on-demand.ts";
import { Button, type ButtonSize, type ButtonVariant } from "../../ui/button.tsx";

const loadDialog = () => import("./submission-dialog.tsx");

/**
 * 'Post New', 'Post' on a phone: opens the landlord's form, with the type already chosen where the page has one. Once on
 * a page: what is open stands in the page's history entry.
 */
export function PostButton({
  presetBedrooms,
  variant = "secondary",
  size = "lg",
}: {
  presetBedrooms?: Bedrooms;
  variant?: ButtonVariant;
  size?: ButtonSize;
}) {
  const { value, open, close } = useHistoryEntry("posting");
  const { module: dialog, request, prepare } = useOnDemand(loadDialog);
  const isOpen = value !== null;

  // After a reload the entry is there, but not the code.
  const awaitsCode = isOpen && dialog === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);

  return (
    <>
      <Button
        variant={variant}
        size={size}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={async () => {
          if (await request()) open(true);
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        <span>
          Post<span className="hidden sm:inline"> New</span>
        </span>
      </Button>
      {dialog && isOpen && <dialog.SubmissionDialog onClose={close} presetBedrooms={presetBedrooms} />}
    </>
  );
}
