import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionText, dotColour, statusText, threadOption } from "../../src/features/automation/automation-text.ts";
import { bannedPrefix, isOwn, networkToBan } from "../../src/lib/ip-addresses.ts";
import {
  listAuthorAddresses,
  sortDepthFirst,
  isMasked,
  netVotesText,
  threadCountText,
} from "../../src/features/forum/moderation/moderation-text.ts";
import type { AutomationActivity } from "../../worker/contracts/automation.ts";
import type { Comment } from "../../worker/contracts/forum.ts";
import type { AuthorHistory } from "../../worker/contracts/forum-moderation.ts";
import { canonicalAddress, maskedAddress, networkOf } from "../../worker/platform/client-address.ts";
import { someComment } from "../support/some-comment.ts";

const comment = (id: number, parentId: number | null): Comment => ({ ...someComment(id, parentId), ipAddress: null });

/** IPv6 addresses that are often adjacent. */
const v6 = fc
  .tuple(fc.constantFrom("2001:db8::", "2001:db8:0:1:", "2001:DB8::0:", "::ffff:", "fe80:0:0:0:"), fc.nat(65_535))
  .map(([start, end]) => start + end.toString(16));
const address = fc.oneof(fc.ipV4(), fc.ipV6(), v6).filter((text) => canonicalAddress(text) !== null);
const own = (ipAddress: string) => ({ ipAddress, network: networkOf(ipAddress) });

describe("a ban of the moderator's own address", () => {
  it("is detected by the same rule as on the server", () => {
    fc.assert(
      fc.property(address, address, (typed, mine) => {
        expect(isOwn(typed, own(mine))).toBe(networkOf(typed) === networkOf(mine));
        expect(isOwn(mine, own(mine))).toBe(true);
      }),
    );
  });

  it("is detected in every spelling, but not in invalid addresses", () => {
    const mine = own("2001:db8:1:2::7");
    for (const typed of [
      "2001:DB8:1:2::1",
      " 2001:0db8:0001:0002:ffff::9 ",
      "2001:db8:1:2::/64",
      "2001:db8:1:2::1%eth0",
      "2001:db8:1::/48",
      "2001:db8::/32",
      "2001:db8:1:2::7/128",
    ])
      expect(isOwn(typed, mine), typed).toBe(true);
    for (const typed of [
      "2001:db8:1:3::7",
      "2001:db8:2::/48",
      "2001:db8:1:2::8/128",
      "2001:db8:1:2::/",
      "2001:db8",
      "",
      "::",
      "example.com",
      "1]/",
      "203.0.113.7",
    ])
      expect(isOwn(typed, mine), typed).toBe(false);
    expect(isOwn("203.0.113.7/32", own("203.0.113.7"))).toBe(true);
    expect(isOwn("::ffff:203.0.113.7", own("203.0.113.7"))).toBe(true);
    expect(isOwn("::203.0.113.7", own("203.0.113.7"))).toBe(true);
    expect(isOwn("203.0.113.0/24", own("203.0.113.7"))).toBe(true);
    expect(isOwn("::ffff:203.0.113.0/120", own("203.0.113.7"))).toBe(true);
    expect(isOwn("203.0.112.0/24", own("203.0.113.7"))).toBe(false);
    expect(bannedPrefix("203.0.113")).toBeNull();
  });
});

it("a masked address is distinguished from a whole address, and equals the network that a ban covers", () => {
  fc.assert(
    fc.property(address, (text) => {
      const masked = maskedAddress(text);
      const whole = canonicalAddress(text) ?? "";
      expect([isMasked(masked), isMasked(whole)]).toEqual([true, false]);
      expect([networkToBan(whole), networkToBan(masked)]).toEqual([masked, masked]);
    }),
  );
});

describe("comments in tree order", () => {
  const comments = fc
    .array(fc.nat(), { maxLength: 60 })
    .map((picks) =>
      picks.map((pick, index) => comment(index + 1, pick % (index + 1) === 0 ? null : pick % (index + 1))),
    );

  it("are listed once each, directly below the comments that they answer", () => {
    fc.assert(
      fc.property(comments, (flat) => {
        const ordered = sortDepthFirst(flat);
        expect(ordered.map(({ id }) => id).sort((a, b) => a - b)).toEqual(flat.map(({ id }) => id));
        const above: (number | null)[] = [];
        for (const { id, parentId } of ordered) {
          // Every comment between a comment and its reply is a descendant of that comment.
          while (above.length > 0 && above.at(-1) !== parentId) above.pop();
          expect(above.at(-1) ?? null).toBe(parentId);
          above.push(id);
        }
      }),
    );
  });

  it("are listed separately when their parent is not loaded", () => {
    expect(sortDepthFirst([comment(7, 3), comment(8, 7)]).map(({ id }) => id)).toEqual([7, 8]);
  });
});

describe("the texts of moderation", () => {
  it("show the net votes, also below zero", () => {
    expect(netVotesText({ upvotes: 3, downvotes: 1 })).toBe("2 net votes");
    expect(netVotesText({ upvotes: 1, downvotes: 2 })).toBe("-1 net vote");
    expect(netVotesText({ upvotes: 0, downvotes: 0 })).toBe("0 net votes");
  });

  it("state how much of the list is shown", () => {
    expect(threadCountText(10, 1234)).toBe("Showing first 10 threads of 1,234");
    expect(threadCountText(1, 1)).toBe("All 1 thread shown");
  });

  it("list each of an author's addresses once, latest first", () => {
    const posts = ["203.0.113.9", null, "203.0.113.7", "203.0.113.9"].map((ipAddress) => ({ ipAddress }));
    expect(listAuthorAddresses({ posts } as unknown as AuthorHistory)).toEqual(["203.0.113.9", "203.0.113.7"]);
  });
});

describe("the texts of the automation", () => {
  const deed = (actionType: string): AutomationActivity => ({
    id: 1,
    actionType,
    details: { message: "" },
    createdAt: "2026-11-21T12:00:00.000Z",
  });

  it("truncate titles at 50 characters without splitting one, and count the comments", () => {
    expect(threadOption({ id: 1, title: "Pets in condos", commentCount: 1 })).toBe("Pets in condos (1 comment)");
    expect(threadOption({ id: 1, title: "a".repeat(50), commentCount: 0 })).toBe(`${"a".repeat(50)} (0 comments)`);
    expect(threadOption({ id: 1, title: "🏠".repeat(51), commentCount: 2 })).toBe(`${"🏠".repeat(50)}... (2 comments)`);
  });

  it.each([
    ["thread_created", "Success", "blue", "Thread created"],
    ["comment_added", "Success", "green", "Comment added"],
    ["settings_changed", "Success", "green", "Settings changed"],
    ["thread_failed", "Failed", "red", "Thread failed"],
    ["comment_error", "Failed", "red", "Comment error"],
    ["comments_failed_again", "Failed", "red", "Comments failed again"],
  ])("for %s are: %s, a dot in %s", (actionType, status, colour, text) => {
    expect(statusText(deed(actionType))).toBe(status);
    expect(dotColour(deed(actionType))).toBe(colour);
    expect(actionText(deed(actionType))).toBe(text);
  });
});
