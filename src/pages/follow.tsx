import { FollowLink, InvalidFollowLink } from "../features/forum/follow/follow-link.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Follow a Discussion", "For a follower.");

export const Component = tokenPage(head, { Page: FollowLink, Invalid: InvalidFollowLink });
