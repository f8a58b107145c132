import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ERRORS } from "../../worker/contracts/errors.ts";
import { CODE_SENT_MESSAGE, SUBSCRIBED_MESSAGE } from "../../worker/contracts/subscribers.ts";
import { SignUpForm } from "../../src/features/subscribers/sign-up-form.tsx";
import { fill } from "../support/component/forms.ts";
import { setMedia } from "../support/component/media.ts";
import {
  type Answer,
  type Answers,
  failure,
  held,
  inTurn,
  listOf,
  openPage,
  openPart,
  refusal,
} from "../support/component/open-page.tsx";
import { expectShown, press } from "../support/component/wordings.ts";

const SUBSCRIBED = { message: SUBSCRIBED_MESSAGE };
const TOO_MANY = refusal(429, "request.rate_limited", "Too many requests.");
const unreached = () => Promise.reject(new TypeError("Failed to fetch"));

describe("the sign-up of the landing page", () => {
  const open = (answer: Answer = SUBSCRIBED, now?: string) =>
    openPart(<SignUpForm />, { "POST /api/subscribe": answer }, { now });
  const form = () => screen.getByRole("form", { name: "Join the Community" });
  const field = () => within(form()).getByLabelText<HTMLInputElement>(/^Your email address/);
  const join = () => press("button", "Join the Community");

  it("accepts an email address, confirms that an email was sent, and resends it on request", async () => {
    sessionStorage.setItem("analytics_session_id", "session_1763730000000_abcdefghi");
    const { asked, user } = open();
    fill(field(), " renter@example.com ");
    await user.type(field(), "{Enter}");
    await expectShown("Success!", SUBSCRIBED_MESSAGE, "Success! Check your email to confirm your subscription.");
    expect(field().value).toBe("");
    await press("button", "Send it again");
    await waitFor(() => expect(asked).toHaveLength(2));
    const sent = { email: "renter@example.com", sessionId: "session_1763730000000_abcdefghi" };
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/api/subscribe", sent],
      ["POST", "/api/subscribe", sent],
    ]);
  });

  it("states the sender and purpose of the emails", () => {
    open();
    const consent = form().textContent;
    expect(consent).toMatch(
      /By joining you agree that Below Market Toronto emails you .* You can withdraw at any time/,
    );
    expect(consent).toContain("Sender: Below Market Toronto");
    const policy = within(form()).getByText<HTMLAnchorElement>("Privacy Policy");
    expect(policy.getAttribute("href")).toBe("/privacy-policy");
  });

  it("works even when the visit is not counted", async () => {
    const { asked } = open();
    fill(field(), "uncounted@example.com");
    await join();
    await expectShown("Success!");
    expect(asked[0]?.body).toEqual({ email: "uncounted@example.com", sessionId: null });
  });

  it.each(["", "somebody", "somebody@", "a b@example.com", "somebody@example"])(
    "explains beside the field why %j is invalid, and sends nothing",
    async (typed) => {
      const { asked } = open();
      fill(field(), typed);
      await join();
      within(form()).getByText("Please enter a valid email address.");
      await expectShown("Error");
      expect(field().getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(field());
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ["with the server's message", TOO_MANY, "Too many requests."],
    ["without a response body", failure(), "Something went wrong. Please try again."],
    ["without a response", unreached, "Something went wrong. Please try again."],
  ])("shows a failure %s and keeps the address", async (_, response, text) => {
    const { answer, give } = held();
    open(answer);
    fill(field(), "renter@example.com");
    await join();
    await expectShown({ button: "Submitting..." });
    give(response);
    await expectShown("Error", { button: "Join the Community" });
    within(form()).getByText(text);
    expect(field().value).toBe("renter@example.com");
  });

  it("counts down to the next email in hours, minutes and seconds", async () => {
    // Monday, 7:30 a.m. in Toronto.
    vi.useFakeTimers({ now: new Date("2026-11-23T12:30:00Z") });
    open();
    const shown = () => screen.getByRole("timer").textContent;
    const nextSecond = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return shown();
    };
    expect(shown()).toBe("Next email in 2 hours 30 min 00 sec");
    expect(await nextSecond()).toBe("Next email in 2 hours 29 min 59 sec");
    vi.setSystemTime("2026-11-23T12:30:59Z");
    expect(await nextSecond()).toBe("Next email in 2 hours 29 min 00 sec");
    vi.setSystemTime("2026-11-23T14:59:58Z");
    expect(await nextSecond()).toBe("Next email in 0 hours 00 min 01 sec");
    expect(await nextSecond()).toBe("Next email in 48 hours 00 min 00 sec");
  });
});

const PAGE_HEIGHT = 1_000;
/** Sets how much of the page has been scrolled, as a share of its height. */
function scrollTo(share: number): void {
  Object.defineProperty(window, "scrollY", { value: share * PAGE_HEIGHT, configurable: true });
  fireEvent.scroll(window);
}

function havePageHeight(): void {
  const root = document.documentElement;
  Object.defineProperty(root, "scrollHeight", { value: PAGE_HEIGHT, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(root, "scrollHeight");
    // All test files share the window.
    Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
  });
  scrollTo(0);
}

/** Loads the invitations as on a page that was just opened. */
let pages = 0;
async function freshGate() {
  pages += 1;
  const { Gate } = (await import(
    /* @vite-ignore */ `../../src/features/access/gate.tsx?page=${pages}`
  )) as typeof import("../../src/features/access/gate.tsx");
  return Gate;
}

const NOBODY = { "GET /api/access/session": { isSubscribed: false, accessSource: null } };

/** Shows a part of a page together with the invitations to join. */
async function openMarketplace(answers: Answers = {}, part: ReactNode = null) {
  cleanup();
  havePageHeight();
  const Gate = await freshGate();
  return openPart(
    <>
      {part}
      <Gate />
    </>,
    { ...NOBODY, ...answers },
  );
}

const GATE = "Enter your email to proceed for free";
const OFFER = "Get new listings by email";
const invitation = () => document.querySelector<HTMLElement>("[role=dialog]");
const isClosed = () => waitFor(() => expect(invitation()).toBeNull());
function clickOutside(): void {
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
}

/** Scrolls to a point where an invitation would open. @returns what happened */
async function scrollFar(asked: readonly { path: string }[]): Promise<unknown[]> {
  const before = asked.length;
  scrollTo(0);
  scrollTo(0.5);
  await vi.dynamicImportSettled();
  return [
    ...asked.slice(before).map(({ path }) => path),
    ...(invitation() === null ? [] : [invitation()?.textContent]),
  ];
}

describe("the marketplace's invitations", () => {
  it.each([
    ["its close button", () => press("button", "Close")],
    ["'or keep browsing'", () => press("button", "or keep browsing")],
    ["Escape", (user: UserEvent) => user.keyboard("{Escape}")],
    ["a click outside", clickOutside],
    ["the back button", () => history.back()],
  ])(
    "open after a tenth of the page and again after another tenth, and close by %s",
    { tags: ["rest"] },
    async (_, close) => {
      const { user } = await openMarketplace();
      scrollTo(0.09);
      expect(invitation()).toBeNull();
      scrollTo(0.105);
      await expectShown(
        { heading: GATE },
        "Join our community to get notified of new below-market listings. You can unsubscribe anytime.",
      );
      await close(user);
      await isClosed();
      scrollTo(0.21);
      await expectShown({ heading: OFFER });
      await close(user);
      await isClosed();
      const { asked } = await openMarketplace();
      expect(await scrollFar(asked)).toEqual([]);
    },
  );

  it("also open on category pages", { tags: ["rest"] }, async () => {
    vi.stubGlobal("requestIdleCallback", (work: () => void) => setTimeout(work));
    vi.stubGlobal("cancelIdleCallback", clearTimeout);
    havePageHeight();
    await openPage("/1-bedroom-apartments-toronto", { ...NOBODY, "GET /api/1br-listings": listOf([]) });
    await expectShown("No 1 bedroom apartments found");
    await waitFor(() => {
      scrollTo(0);
      scrollTo(0.12);
      expect(invitation()?.textContent).toContain(GATE);
    });
  });

  it("do not open for crawlers", { tags: ["rest"] }, async () => {
    const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(googlebot);
    const { asked } = await openMarketplace();
    expect(await scrollFar(asked)).toEqual([]);
  });

  it("do not open over a dialog or while a field has the focus", async () => {
    const { asked } = await openMarketplace({}, <input aria-label="A field" />);
    const field = screen.getByLabelText("A field");
    field.focus();
    expect(await scrollFar(asked)).toEqual([]);
    field.blur();
    const dialog = document.body.appendChild(document.createElement("div"));
    dialog.role = "alertdialog";
    expect(await scrollFar(asked)).toEqual([]);
    dialog.remove();
    scrollTo(0.6);
    await expectShown({ heading: GATE });
  });

  it("do not open after joining on the landing page", async () => {
    const { asked } = await openMarketplace({ "POST /api/subscribe": SUBSCRIBED }, <SignUpForm />);
    fill(screen.getByLabelText(/^Your email address/), "joined@example.com");
    await press("button", "Join the Community");
    await expectShown("Success!");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    expect(await scrollFar(asked)).toEqual([]);
  });

  it("open again after 60 days, when the stored access has expired", async () => {
    const store = (days: number) => {
      const since = Date.now() - days * 86_400_000;
      localStorage.setItem("marketplace_access", JSON.stringify({ source: "email subscription", since }));
    };
    store(59);
    const { asked } = await openMarketplace();
    expect(await scrollFar(asked)).toEqual([]);
    expect(localStorage.getItem("marketplace_access")).not.toBeNull();
    store(60);
    await openMarketplace();
    expect(localStorage.getItem("marketplace_access")).toBeNull();
    scrollTo(0.12);
    await expectShown({ heading: GATE });
  });
});

const field = () => within(invitation() as HTMLElement).getByLabelText<HTMLInputElement>(/^Your email address/);

async function openGate(answers: Answers) {
  const person = await openMarketplace(answers);
  scrollTo(0.12);
  await expectShown({ heading: GATE });
  return person;
}

async function openOffer(answers: Answers) {
  const person = await openGate(answers);
  await press("button", "Close");
  await isClosed();
  scrollTo(0.24);
  await expectShown({ heading: OFFER });
  return person;
}

describe("a visitor at the gate", () => {
  const unknown = { isSubscribed: false, accessSource: null };

  it("is recognized one second after typing a known email address, welcomed back and not prompted again", async () => {
    const { asked } = await openGate({
      "POST /api/verify-subscription": { isSubscribed: true, accessSource: "email subscription" },
    });
    const checks = () => asked.filter(({ path }) => path === "/api/verify-subscription").map(({ body }) => body);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fill(field(), "a@b.");
    vi.advanceTimersByTime(5_000);
    fill(field(), "known@example.com");
    vi.advanceTimersByTime(600);
    fill(field(), "known@example.comx");
    vi.advanceTimersByTime(600);
    fill(field(), "known@example.com");
    vi.advanceTimersByTime(999);
    expect(checks()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(checks()).toEqual([{ email: "known@example.com" }]);
    vi.useRealTimers();
    await expectShown("Welcome Back", "Access confirmed via email subscription. Enjoy full marketplace access.");
    await isClosed();
    const later = await openMarketplace();
    expect(await scrollFar(later.asked)).toEqual([]);
  });

  it("sees why a code is rejected", async () => {
    const { asked, user } = await openGate({
      "POST /api/verify-subscription": unknown,
      "POST /api/access/request-code": { message: CODE_SENT_MESSAGE },
      "POST /api/access/verify-code": inTurn(refusal(401, "access.wrong_code", ERRORS["access.wrong_code"][1]), {
        isSubscribed: true,
        accessSource: "email subscription",
      }),
    });
    fill(field(), "coded@example.com");
    await press("button", "Continue");
    await expectShown(CODE_SENT_MESSAGE);
    const code = screen.getByLabelText(/^Enter the code we sent/);
    const enter = async (text: string) => {
      fill(code, text);
      await user.type(code, "{Enter}");
    };
    await enter("12");
    await expectShown("Please enter the six digits of the code.");
    await enter("000000");
    await expectShown("That code is wrong or has expired.");
    await enter("123 456");
    await expectShown("Welcome Back");
    await isClosed();
    expect(asked.filter(({ path }) => path === "/api/access/verify-code").map(({ body }) => body)).toEqual([
      { email: "coded@example.com", code: "000000" },
      { email: "coded@example.com", code: "123456" },
    ]);
  });

  it("stays on the page after closing the dialog while a code is verified", async () => {
    const { answer, give } = held();
    const { user } = await openGate({
      "POST /api/verify-subscription": unknown,
      "POST /api/access/request-code": { message: CODE_SENT_MESSAGE },
      "POST /api/access/verify-code": answer,
    });
    fill(field(), "coded@example.com");
    await press("button", "Continue");
    await expectShown(CODE_SENT_MESSAGE);
    await user.type(screen.getByLabelText(/^Enter the code we sent/), "123456{Enter}");
    await user.keyboard("{Escape}");
    await isClosed();
    const back = vi.spyOn(history, "go");
    give({ isSubscribed: true, accessSource: "email subscription" });
    await expectShown("Welcome Back");
    expect(back).not.toHaveBeenCalled();
  });

  it.each([
    ["a mouse", false],
    ["fingers", true],
  ])("with %s starts with the focus outside the field: %s", async (_, isTouch) => {
    setMedia("(pointer: coarse)", isTouch);
    await openGate({});
    await waitFor(() => expect(invitation()?.contains(document.activeElement)).toBe(true));
    expect(document.activeElement === field()).toBe(!isTouch);
  });

  it("can continue only after the email address was checked, and sees when the check fails", async () => {
    const checks = [held(), held(), held()] as const;
    const { asked } = await openGate({
      "POST /api/verify-subscription": inTurn(checks[0].answer, checks[1].answer, checks[2].answer),
    });
    const next = screen.getByText("Continue", { selector: "button *" }).closest("button") as HTMLElement;
    const isOff = () => next.getAttribute("aria-disabled");
    const reason = () => document.getElementById(next.getAttribute("aria-describedby") ?? "")?.textContent;
    const askedTimes = () => asked.filter(({ path }) => path === "/api/verify-subscription").length;
    expect(isOff()).toBe("true");
    expect(reason()).toBe("Enter your email to continue.");
    fill(field(), "somebody");
    expect(reason()).toBe("");
    fireEvent.click(next);
    await expectShown("Please enter a valid email address.");
    fill(field(), "vip@example.com");
    fireEvent.click(next);
    await waitFor(() => expect(isOff()).toBe("true"));
    expect(askedTimes()).toBe(1);
    checks[0].give(failure());
    await expectShown("Verification Failed", "Unable to verify subscription status. Please try again.");
    fireEvent.click(next);
    await waitFor(() => expect(askedTimes()).toBe(2));
    checks[1].give(TOO_MANY);
    await expectShown("Too many requests.");
    fireEvent.click(next);
    await waitFor(() => expect(askedTimes()).toBe(3));
    checks[2].give({ isSubscribed: true, accessSource: "VIP subscription" });
    await expectShown("Access confirmed via VIP subscription. Enjoy full marketplace access.");
    await isClosed();
  });

  it("can go back or join if the email address is unknown", async () => {
    const email = "stranger@example.com";
    const { answer, give } = held();
    const sent = { message: CODE_SENT_MESSAGE };
    const { asked } = await openGate({
      "POST /api/verify-subscription": unknown,
      "POST /api/access/request-code": inTurn(sent, sent, answer),
      "POST /api/subscribe": SUBSCRIBED,
    });
    fill(field(), email);
    await press("button", "Continue");
    await waitFor(() => screen.getByLabelText(/^Enter the code we sent/));
    await press("button", "Send a new code");
    await waitFor(() => expect(asked.filter(({ path }) => path === "/api/access/request-code")).toHaveLength(2));
    await expectShown(CODE_SENT_MESSAGE);
    await press("button", "Use another address");
    await expectShown({ heading: GATE });
    expect(field().value).toBe(email);
    expect(document.activeElement).toBe(field());
    // If the visitor joins before the response to the code request arrives, that response must not reopen the code
    // step.
    await press("button", "Continue");
    await press("button", "Join with this address");
    give(sent);
    await press("button", "Subscribe");
    await expectShown("Successfully Subscribed!");
    expect(asked.at(-1)).toMatchObject({ path: "/api/subscribe", body: { email } });
    within(invitation() as HTMLElement).getByText(SUBSCRIBED_MESSAGE);
    await press("button", "Back to the listings");
    await isClosed();
    const later = await openMarketplace();
    expect(await scrollFar(later.asked)).toEqual([]);
  });

  it("sees a short consent, and its full text on request", async () => {
    await openOffer({});
    await expectShown("By joining you agree to our emails. You can stop at any time.");
    await press("button", "More");
    expect(document.activeElement?.textContent).toMatch(/^By joining you agree that .* Sender: /);
    expect(field().form?.textContent).not.toContain("You can stop at any time.");
  });

  it("sees errors in the offer, with the contract's texts", async () => {
    const busy = refusal(503, "request.busy", "The service is busy.");
    const { asked } = await openOffer({ "POST /api/subscribe": inTurn(failure(), busy, unreached) });
    const sent = () => asked.filter(({ path }) => path === "/api/subscribe").length;
    const beside = (text: string) => waitFor(() => within(field().form as HTMLElement).getByText(text));
    await press("button", "Subscribe");
    await expectShown("Email Required");
    await beside("Please enter your email address.");
    fill(field(), "somebody");
    await press("button", "Subscribe");
    await expectShown("Subscription Failed");
    await beside("Please enter a valid email address.");
    fill(field(), "somebody@example.com");
    for (const text of ["Please try again.", "The service is busy.", "Unable to subscribe. Please try again."]) {
      await press("button", "Subscribe");
      await beside(text);
      await expectShown("Subscription Failed");
    }
    expect(sent(), "only what is an address is sent").toBe(3);
  });
});
