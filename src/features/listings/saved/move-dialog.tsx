import { useQuery } from "@tanstack/react-query";
import { generate } from "lean-qr";
import { toSvgDataURL } from "lean-qr/extras/svg";
import { useState } from "react";
import { plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { shareLink } from "../card/share-button.tsx";
import { keptHomes } from "./saved-homes.ts";
import { transferLinks } from "./transfer.ts";

/** Moves what this browser keeps to another one, by a link or a code that is made on purpose. */
export function MoveDialog({ onClose }: { onClose(): void }) {
  const [kept] = useState(keptHomes);
  // Made in this browser: the fragment of a link reaches no server.
  const { data } = useQuery({
    queryKey: ["listings", "saved", "transfer"],
    queryFn: () => transferLinks(kept),
    gcTime: 0,
    refetchOnMount: "always",
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Move to another browser"
      description={`The link and the code hold your ${plural(kept.homes.length, "home")} with states and notes. They are read by whoever gets them, so give them to nobody else. Nothing passes through our server.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Done
          </Button>
          <Button
            disabled={!data}
            onClick={({ currentTarget }) =>
              data && void shareLink("Saved homes", data.link, "Open it in the other browser", currentTarget)
            }
          >
            Copy the Link
          </Button>
        </>
      }
    >
      {!data && <Skeleton className="mx-auto aspect-square w-64" />}
      {data?.code && <Code text={data.code} />}
      {data?.code && (
        <p className="mt-2 text-center text-sm text-ink-muted">
          Point the other phone’s camera at it.
          {!data.codeHasNotes && " Your notes are too long for a code: the link has them."}
        </p>
      )}
      {data?.code === null && <p>So many homes are too much for a code. Please use the link.</p>}
    </Dialog>
  );
}

/** Modules of quiet space around a code (ISO/IEC 18004). */
const QUIET = 4;

/** Black on white in both themes, as cameras need it. */
function Code({ text }: { text: string }) {
  return (
    <img
      alt="QR code with your saved homes"
      src={toSvgDataURL(generate(text), { on: "black", off: "white", pad: QUIET })}
      className="mx-auto block aspect-square w-full max-w-80 bg-white [image-rendering:pixelated]"
    />
  );
}
