import { describe, expect, it } from "vitest";
import type { ForumUser } from "../../../worker/contracts/forum.ts";
import { comment, commentsOf, startThread, threadsOf, visitor } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const JSON_TYPE = { "content-type": "application/json" };

describe("a request without a body", () => {
  it("can delete the author's comment and thread with only the cookie", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [author, other] = [await visitor(site), await visitor(site)];
    const { id } = await startThread(site, author);
    const said = [await comment(site, author, id), await comment(site, author, id)];
    const remove = (path: string, as: string, headers = {}) =>
      site.fetch(`/api/discussion/user/${path}`, { method: "DELETE", as, headers });
    expect((await remove(`comments/${said[0]?.id}`, other.cookie)).status).toBe(403);
    expect((await remove(`comments/${said[0]?.id}`, "")).status).toBe(401);
    expect((await remove(`comments/${said[0]?.id}`, author.cookie)).status).toBe(200);
    expect((await remove(`comments/${said[1]?.id}`, author.cookie, JSON_TYPE)).status).toBe(200);
    expect(await commentsOf(site, id)).toEqual([]);
    expect(await json(remove(`threads/${id}`, author.cookie))).toEqual({ success: true });
    expect((await threadsOf(site)).totalCount).toBe(0);
  });

  it("creates an identity, and recognizes it by its cookie", async () => {
    const site = makeSite();
    const identifyVisitor = (as?: string, headers = {}) =>
      site.fetch("/api/discussion/user", { method: "POST", headers, ...(as !== undefined && { as }) });
    const response = await identifyVisitor();
    expect(response.status).toBe(200);
    const user = await json<ForumUser>(response);
    for (const headers of [{}, JSON_TYPE, { "content-type": "text/plain" }])
      expect((await json<ForumUser>(identifyVisitor(`forum=${user.anonymousId}`, headers))).id).toBe(user.id);
  });

  it("lets the automation choose a discussion", async () => {
    const site = makeSite();
    const as = await site.logIn();
    for (const headers of [{}, JSON_TYPE]) {
      const call = { method: "POST", as, headers };
      expect((await site.fetch("/api/discussion/automation/add-comments", call)).status).toBe(200);
    }
  });

  it("is rejected where fields are required, and other bodies must be small JSON", async () => {
    const site = makeSite();
    const { cookie: as } = await visitor(site);
    const call = (path: string, method: string, body?: string, type?: string) =>
      site.fetch(`/api/discussion/${path}`, {
        method,
        as,
        ...(body !== undefined && { body }),
        headers: type === undefined ? {} : { "content-type": type },
      });
    expect((await call("threads", "POST")).status).toBe(415);
    expect((await call("threads", "POST", "", "application/json")).status).toBe(400);
    for (const [method, path] of [
      ["POST", "user"],
      ["DELETE", "user/threads/1"],
    ] as const) {
      expect((await call(path, method, "{}", "text/plain")).status, path).toBe(415);
      expect((await call(path, method, "{", "application/json")).status, path).toBe(400);
      expect((await call(path, method, `"${"x".repeat(70_000)}"`, "application/json")).status, path).toBe(413);
    }
  });
});
