import * as z from "zod";
import written from "./discussions.json" with { type: "json" };

/** A reply in a demo discussion, with its own replies. */
const demoReply = z.strictObject({
  /** Number of its author, from 0. */
  by: z.int(),
  /** Hours after the post it replies to. */
  after: z.number(),
  text: z.string(),
  /** Number of other authors who voted for it. */
  votes: z.int().optional(),
  get replies() {
    return z.array(demoReply).optional();
  },
});
export type DemoReply = z.infer<typeof demoReply>;

const demoDiscussion = z.strictObject({
  title: z.string(),
  text: z.string(),
  by: z.int(),
  /** Days before seeding, at least three, so that its replies are in the past as well. */
  daysAgo: z.number().min(3),
  votes: z.int().optional(),
  isSticky: z.boolean().optional(),
  replies: z.array(demoReply),
});
export type DemoDiscussion = z.infer<typeof demoDiscussion>;

/** The demo's discussions, oldest first. Texts are invented and say so; their facts are Ontario law. */
export const DISCUSSIONS: readonly DemoDiscussion[] = z
  .array(demoDiscussion)
  .parse(written)
  .sort((a, b) => b.daysAgo - a.daysAgo);

/** Number of different demo authors. */
export const AUTHORS = 14;
