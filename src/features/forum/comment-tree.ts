import type { Comment } from "../../../worker/contracts/forum.ts";

/** A comment with its replies, oldest first. */
export interface CommentNode {
  comment: Comment;
  replies: CommentNode[];
  /** Number of replies at any depth. */
  below: number;
}

const isSame = (before: CommentNode, after: CommentNode) =>
  before.comment === after.comment &&
  before.below === after.below &&
  before.replies.length === after.replies.length &&
  before.replies.every((reply, index) => reply === after.replies[index]);

/** Tree of comments; `nodes` is keyed by comment id. */
export interface CommentTree {
  roots: CommentNode[];
  nodes: ReadonlyMap<number, CommentNode>;
}

/**
 * Builds the tree from a flat list in which parents precede their replies. A comment whose parent is missing becomes a
 * root. Unchanged branches reuse the nodes of `before`, so that memoized items do not render again.
 */
export function commentTree(comments: readonly Comment[], before?: CommentTree): CommentTree {
  const nodes = new Map<number, CommentNode>();
  const roots: CommentNode[] = [];
  for (const comment of comments) {
    const node = { comment, replies: [], below: 0 };
    const parent = comment.parentId === null ? undefined : nodes.get(comment.parentId);
    (parent?.replies ?? roots).push(node);
    nodes.set(comment.id, node);
  }
  const final = new Map<number, CommentNode>();
  const finalOf = (node: CommentNode) => final.get(node.comment.id) ?? node;
  for (const { id } of comments.toReversed()) {
    const node = nodes.get(id);
    if (!node) continue;
    node.replies = node.replies.map(finalOf);
    node.below = node.replies.reduce((sum, reply) => sum + reply.below + 1, 0);
    const old = before?.nodes.get(id);
    final.set(id, old && isSame(old, node) ? old : node);
  }
  return { roots: roots.map(finalOf), nodes: final };
}

/** Returns the ids of a comment's ancestors, starting with its parent. */
export function findAncestors(comments: readonly Comment[], id: number): number[] {
  const parents = new Map(comments.map((comment) => [comment.id, comment.parentId]));
  const above: number[] = [];
  for (let at = parents.get(id) ?? null; at !== null && parents.has(at); at = parents.get(at) ?? null) above.push(at);
  return above;
}

/** Returns the list without a comment. The comment's replies move to its parent. */
export function withoutComment(comments: readonly Comment[], gone: Comment): Comment[] {
  return comments
    .filter(({ id }) => id !== gone.id)
    .map((comment) => (comment.parentId === gone.id ? { ...comment, parentId: gone.parentId } : comment));
}
