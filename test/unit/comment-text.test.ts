import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkedComment, COMMENT } from "../../worker/contracts/forum.ts";
import { commentDraft, commentEdit } from "../../worker/contracts/forum.schemas.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "  ", "ab ", "\u200bab", "👍👍", "a".repeat(COMMENT.max), "a".repeat(COMMENT.max + 1)),
  fc.integer({ min: 4, max: 7 }).map((count) => "see https://example.com ".repeat(count)),
);

describe("a comment in the browser", () => {
  it("is validated and cleaned as on the server", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (raw, isReply) => {
        const asked = commentDraft.safeParse({ threadId: 1, parentId: isReply ? 2 : null, content: raw });
        const { content, problem } = checkedComment(raw, isReply ? "reply" : "comment");
        expect(problem).toBe(asked.error?.issues[0]?.message);
        if (asked.data) expect(content).toBe(asked.data.content);
        const edited = commentEdit.safeParse({ content: raw });
        expect(checkedComment(raw, "comment").problem).toBe(edited.error?.issues[0]?.message);
      }),
    );
  });
});
