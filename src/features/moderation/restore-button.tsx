import type { Comment, Thread } from "../../../worker/contracts/forum.ts";
import { Button } from "../../ui/button.tsx";

interface RestoreButtonProps {
  post: Pick<Thread | Comment, "deletedBy">;
  busy: boolean;
  describedBy: string;
  onClick(): void;
}

/** Brings a deleted post back; what its author took back stays away, and that is said instead. */
export function RestoreButton({ post, busy, describedBy, onClick }: RestoreButtonProps) {
  if (post.deletedBy === "author")
    return <p className="self-center text-sm text-ink-muted">Deleted by its author, and so for good.</p>;
  return (
    <Button size="sm" variant="secondary" aria-describedby={describedBy} busy={busy} onClick={onClick}>
      Restore
    </Button>
  );
}
