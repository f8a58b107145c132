import { describe, expect, it } from "vitest";
import { head } from "../../../src/pages/discussions.tsx";
import type { Thread } from "../../../worker/contracts/forum.ts";
import type { SiteInfo } from "../../../worker/contracts/page.ts";

describe("the head of the list of discussions", () => {
  const site = { name: "Site", url: "https://site.example" } as SiteInfo;
  const headOf = (page: number, threads: Thread[]) =>
    head(
      { page: "threads", view: { sort: "hot", page, q: "" }, list: { threads, hasMore: false, totalCount: 30 } },
      site,
      page > 1 ? `?page=${page}` : "",
    );
  it("is hidden from search engines past the end of the list", () => {
    const thread = { id: 1 } as Thread;
    expect(headOf(2, [thread])).toMatchObject({ noindex: false, canonicalPath: expect.stringMatching(/\?page=2$/) });
    expect(headOf(9, [])).toMatchObject({ noindex: true });
    expect(headOf(9, [])).not.toHaveProperty("canonicalPath");
    expect(headOf(1, [])).toMatchObject({ noindex: false });
  });
});
