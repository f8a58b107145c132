import { Plus } from "lucide-react";
import { useState } from "react";
import type { Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import { useOnDemand } from "../../lib/use-on-demand.ts";
import { Button, type ButtonSize, type ButtonVariant } from "../../ui/button.tsx";

const loadDialog = () => import("./submission-dialog.tsx");

/** 'Post New', 'Post' on a phone: opens the landlord's form, with the type already chosen where the page has one. */
export function PostButton({
  presetBedrooms,
  variant = "secondary",
  size = "lg",
}: {
  presetBedrooms?: Bedrooms;
  variant?: ButtonVariant;
  size?: ButtonSize;
}) {
  const [open, setOpen] = useState(false);
  const { module: dialog, request, prepare } = useOnDemand(loadDialog);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={async () => {
          if (await request()) setOpen(true);
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        <span>
          Post<span className="hidden sm:inline"> New</span>
        </span>
      </Button>
      {dialog && <dialog.SubmissionDialog open={open} onOpenChange={setOpen} presetBedrooms={presetBedrooms} />}
    </>
  );
}
