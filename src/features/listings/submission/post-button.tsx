import { Plus } from "lucide-react";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import { useSite } from "../../../lib/site.tsx";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { Button } from "../../../ui/button.tsx";

const loadDialog = () => import("./submission-dialog.tsx");

/**
 * Button 'Post New' ('Post' on phones), which opens the landlord's form with the page's bedroom type preselected. Use
 * it only once per page, because all its instances share one history entry.
 */
export function PostButton({ presetBedrooms }: { presetBedrooms?: Bedrooms }) {
  const { dialog, open, close, prepare } = useOverlay("posting", loadDialog);
  const { isDemo } = useSite();

  if (isDemo) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onPointerEnter={prepare} onFocus={prepare} onClick={() => void open()}>
        <Plus aria-hidden="true" className="size-4" />
        <span>
          Post<span className="hidden sm:inline"> New</span>
        </span>
      </Button>
      {dialog && <dialog.SubmissionDialog onClose={close} presetBedrooms={presetBedrooms} />}
    </>
  );
}
