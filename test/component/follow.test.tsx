import { waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FollowView } from "../../worker/contracts/subscribers.ts";
import { failure, inTurn, openPage } from "../support/component/open-page.tsx";
import { allNamed, expectShown, press } from "../support/component/wordings.ts";
import { followed, TOKEN } from "../support/subscriptions.ts";

const VIEW: FollowView = {
  email: "m***@example.com",
  status: "asked",
  canConfirm: true,
  thread: { title: "Who pays for the water in a triplex?", path: "/discussions/1/who-pays-for-the-water" },
};
const LINK = `/api/follow/${TOKEN}`;

describe("a reader who follows a discussion", () => {
  it("sees an error when a request fails", { tags: ["rest"] }, async () => {
    await openPage(`/follow/${TOKEN}`, {
      [`GET /api/emails/${TOKEN}`]: followed(VIEW),
      [`POST ${LINK}`]: inTurn(failure(), { ...VIEW, status: "following" }),
    });
    await press("button", "Follow");
    await waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toBeTruthy());
    await press("button", "Follow");
    await expectShown({ heading: "You follow this discussion now" });
  });

  it("sees that the discussion is gone, and can decline", async () => {
    const gone = { ...VIEW, canConfirm: false, thread: null };
    await openPage(`/follow/${TOKEN}`, {
      [`GET /api/emails/${TOKEN}`]: followed(gone, { canManage: false }),
      [`POST ${LINK}/stop`]: { ...gone, status: "stopped" },
    });
    await expectShown({ button: "No, Thanks" });
    expect(document.querySelector("main")?.textContent).toContain("a discussion that was deleted");
    expect(allNamed("button", "Follow")).toEqual([]);
    await press("button", "No, Thanks");
    await expectShown({ heading: "You do not follow this discussion" });
  });
});
