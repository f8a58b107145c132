/** An answer in a demo discussion, with the answers to it. */
export interface DemoReply {
  /** Number of its author, from 0. */
  by: number;
  /** Hours after what it answers. */
  after: number;
  text: string;
  /** How many of the other authors voted for it. */
  votes?: number;
  replies?: readonly DemoReply[];
}

/** A discussion that the demo begins with. Texts are made up and say so; facts in them are those of Ontario's law. */
export interface DemoDiscussion {
  title: string;
  text: string;
  by: number;
  /** Days before the seeding, at least three, so that its answers are in the past as well. */
  daysAgo: number;
  votes?: number;
  isSticky?: boolean;
  replies: readonly DemoReply[];
}

/** How many different people the demo's authors are. */
export const AUTHORS = 14;
