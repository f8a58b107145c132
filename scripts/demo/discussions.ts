import * as z from "zod";
import written from "./discussions.json" with { type: "json" };

/** An answer in a demo discussion, with the answers to it. */
const demoReply = z.strictObject({
  /** Number of its author, from 0. */
  by: z.int(),
  /** Hours after what it answers. */
  after: z.number(),
  text: z.string(),
  /** How many of the other authors voted for it. */
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
  /** Days before the seeding, at least three, so that its answers are in the past as well. */
  daysAgo: z.number().min(3),
  votes: z.int().optional(),
  isSticky: z.boolean().optional(),
  replies: z.array(demoReply),
});
export type DemoDiscussion = z.infer<typeof demoDiscussion>;

/** What the demo begins with, oldest first. Texts are made up and say so; facts in them are those of Ontario's law. */
export const DISCUSSIONS: readonly DemoDiscussion[] = z
  .array(demoDiscussion)
  .parse(written)
  .sort((a, b) => b.daysAgo - a.daysAgo);

/** How many different people the demo's authors are. */
export const AUTHORS = 14;
