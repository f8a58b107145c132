import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { useInBrowser } from "../../lib/use-in-browser.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { NobodyWrites } from "./use-forum-user.ts";

interface PostingAsProps {
  user: ForumUser | null;
  nobody: NobodyWrites | null;
  /** Beside something else it needs a width, which does not hang on the name. */
  className?: string;
}

/** 'Posting as' and the generated name. As large before it is known as it is then. */
export function PostingAs({ user, nobody, className = "" }: PostingAsProps) {
  const inBrowser = useInBrowser();
  if (nobody) return <p className="min-h-6 text-sm text-danger">{nobody.text}</p>;
  return (
    // On a line of its own on phones: whether a name fits beside something else would be known late.
    <div className={`flex min-h-6 items-center text-sm text-ink-muted max-sm:basis-full ${className}`}>
      {user && (
        <p>
          Posting as <span className="font-semibold text-ink">{user.username}</span>
        </p>
      )}
      {/* Without the page's code there is nothing to wait for. */}
      {!user && inBrowser && <Skeleton className="h-4 w-44" />}
    </div>
  );
}
