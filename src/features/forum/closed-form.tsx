import { toast } from "../../lib/toast.ts";
import { copyText } from "../../lib/copy-text.ts";
import { Button } from "../../ui/button.tsx";

/** Why a form that was being written in can no longer be sent. Announced when it comes. */
export function ClosedNote({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm font-medium text-warn">
      {children} You can still copy what you wrote.
    </p>
  );
}

/** What is left to do with a text that can no longer be posted. */
export function ClosedActions({ text, onDiscard }: { text: string; onDiscard(): void }) {
  const copy = async (beside: Element) => {
    if (await copyText(text, beside)) toast({ title: "Text Copied", description: "Your text is on the clipboard." });
    else toast({ title: "Text Not Copied", description: "Please select it and copy it.", variant: "destructive" });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={({ currentTarget }) => void copy(currentTarget)}>Copy Text</Button>
      <Button variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
