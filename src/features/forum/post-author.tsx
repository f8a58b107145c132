import type { ReactNode } from "react";
import { BOT_BADGE } from "../../../worker/contracts/automation.ts";
import type { Comment, Thread } from "../../../worker/contracts/forum.ts";
import { Chip } from "../../ui/chip.tsx";
import { Age } from "./age.tsx";

type Authored = Pick<Thread | Comment, "user" | "createdAt" | "editedAt" | "isAutomated">;

/** The first letter of a name. */
export function Initial({ username, small = false }: { username: string; small?: boolean }) {
  return (
    <span aria-hidden="true" className={small ? "initial size-8 text-sm" : "initial"}>
      {Array.from(username)[0]?.toUpperCase()}
    </span>
  );
}

interface BylineProps {
  post: Authored;
  verb?: string;
  /** In the place of its age, such as a link. */
  age?: ReactNode;
}

/** Who wrote something, and when. */
export function Byline({ post, verb, age }: BylineProps) {
  return (
    <p className="byline">
      <span className="font-semibold text-ink">{post.user.username}</span>
      {post.isAutomated && <Chip tone="neutral">{BOT_BADGE}</Chip>}
      <span>
        {verb !== undefined && `${verb} `}
        {age ?? <Age moment={post.createdAt} />}
        {post.editedAt !== null && " (edited)"}
      </span>
    </p>
  );
}
