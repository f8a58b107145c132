import type { ReportedPost } from "../../../../worker/contracts/reports.ts";
import { Button } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { isMasked, MASKED } from "./moderation-text.ts";
import { useModeration } from "./use-moderation.tsx";

interface AdminReportedPostActionsProps {
  kind: "thread" | "comment";
  id: number;
  post: ReportedPost;
  /** Id of the element that names the post. */
  describedBy: string;
  /** Called when the post may have been deleted. */
  onChanged(): void;
}

/** A moderator's actions on a reported post. */
export function AdminReportedPostActions({ kind, id, post, describedBy, onChanged }: AdminReportedPostActionsProps) {
  const moderation = useModeration({ onDeleted: onChanged });
  const { ipAddress } = post;
  const button = { size: "sm", variant: "secondary", "aria-describedby": describedBy } as const;
  return (
    <>
      <Button {...button} onClick={() => moderation.showAuthor(post.authorId)}>
        Author History
      </Button>
      {ipAddress !== null &&
        (isMasked(ipAddress) ? (
          <p className="self-center text-sm text-ink-muted">Address {MASKED}</p>
        ) : (
          <RoleButton needs="moderator" {...button} onClick={() => moderation.askToBan(ipAddress)}>
            Ban Author
          </RoleButton>
        ))}
      {!post.isDeleted && (
        <RoleButton
          needs="moderator"
          {...button}
          variant="ghost"
          className="text-danger hover:bg-danger-soft"
          onClick={() =>
            moderation.askToDelete({ kind, id, text: kind === "thread" ? post.threadTitle : post.excerpt })
          }
        >
          {kind === "thread" ? "Delete Thread" : "Delete Comment"}
        </RoleButton>
      )}
      {moderation.dialogs}
    </>
  );
}
