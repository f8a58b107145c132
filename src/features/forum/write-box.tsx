import { useInBrowser } from "../../lib/use-in-browser.ts";
import { Button } from "../../ui/button.tsx";
import { NeedsScript } from "../../ui/needs-script.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDiscussion } from "./discussion.ts";
import { DRAFT, hasDraft } from "./drafts.ts";
import type { NobodyWrites } from "./use-forum-user.ts";

interface WriteBoxProps {
  nobody: NobodyWrites | null;
  isRetrying: boolean;
  onRetry(): void;
}

/** The form of a new comment, and the room that it will take. Once the thread is closed, only for what was typed before. */
export function WriteBox({ nobody, isRetrying, onRetry }: WriteBoxProps) {
  const { threadId, closed, forms, setEditor } = useDiscussion();
  const inBrowser = useInBrowser();
  if (closed !== null && !(inBrowser && forms && hasDraft(threadId, DRAFT.comment))) return null;
  const retry = () => {
    // The form takes the focus of the button whose place it comes in.
    setEditor(DRAFT.comment, true);
    onRetry();
  };
  return (
    <div className="mt-4 min-h-63 rounded-card border border-line bg-surface p-4 shadow-card sm:min-h-65 sm:p-5">
      {forms && <forms.WriteForm answered={null} />}
      {!forms && nobody && (
        <div className="grid justify-items-start gap-3">
          <p className="font-semibold">
            {nobody.isBanned ? "You can read, and not write" : "Comments cannot be written right now"}
          </p>
          <p className="text-danger">{nobody.text}</p>
          {!nobody.isBanned && (
            <Button busy={isRetrying} onClick={retry}>
              Try Again
            </Button>
          )}
        </div>
      )}
      {!forms && !nobody && inBrowser && <Skeleton className="h-40 w-full" />}
      {!inBrowser && <NeedsScript to="To write a comment" />}
    </div>
  );
}
