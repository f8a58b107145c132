import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { plural } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { tellOutcome } from "./save-home.ts";
import { changeKept } from "./saved-homes.ts";
import { bringsHomes, type Imported, readTransfer, withImported } from "./transfer.ts";

function contentText({ homes, hidden }: Imported): string {
  const notes = homes.filter(({ note }) => note !== "").length;
  return [
    plural(homes.length, "saved home"),
    ...(notes === 0 ? [] : [plural(notes, "note")]),
    ...(hidden.length === 0 ? [] : [plural(hidden.length, "hidden home")]),
  ].join(", ");
}

/** What a fragment brings, or a word about a broken one. */
async function received(hash: string): Promise<Imported | null> {
  const imported = await readTransfer(hash);
  if (imported === null)
    toast({
      title: "Nothing Was Added",
      description: "The link is broken or cut off. Please copy all of it.",
      variant: "destructive",
    });
  return imported;
}

/** Asks before homes from another browser are added, which the address's fragment brings. */
export function ImportDialog() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [imported, setImported] = useState<Imported | null>(null);
  useEffect(() => {
    if (!bringsHomes(hash)) return;
    // Neither a reload nor a shared address shall bring them again.
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
    void received(hash).then(setImported, () => undefined);
  }, [hash, pathname, search, navigate]);
  if (imported === null) return null;
  const add = () => {
    setImported(null);
    if (tellOutcome(changeKept((before) => withImported(before, imported))))
      toast({ title: "Added", description: `${contentText(imported)} from the other browser.` });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={() => setImported(null)}
      tone="primary"
      title="Add homes from another browser?"
      description={`The link brings ${contentText(imported)}. What is saved here stays; of a home in both, the later state and note count.`}
      confirmLabel="Add"
      onConfirm={add}
    />
  );
}
