import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { useInBrowser } from "../../lib/use-in-browser.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { NobodyWrites } from "./use-forum-user.ts";

/** 'Posting as' and the generated name. As high before it is known as it is then. */
export function PostingAs({ user, nobody }: { user: ForumUser | null; nobody: NobodyWrites | null }) {
  const inBrowser = useInBrowser();
  if (nobody) return <p className="min-h-6 text-sm text-danger">{nobody.text}</p>;
  return (
    // On a line of its own on phones: whether a name fits beside something else would be known late.
    <div className="flex min-h-6 items-center max-sm:basis-full text-sm text-ink-muted">
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
