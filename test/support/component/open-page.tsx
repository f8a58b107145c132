import { configure, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, onTestFinished, vi } from "vitest";
import type { SiteInfo } from "../../../worker/contracts/page.ts";
import { App, createQueryClient, SitePages, ToastHost } from "../../../src/app/app.tsx";
import { BrowserRouter } from "../../../src/app/router/browser-router.tsx";
import { createHistory } from "../../../src/app/router/history.ts";
import { pageAt } from "../../../src/app/router/page-table.ts";
import { dismissToasts } from "../../../src/lib/toast.ts";
import { WAIT_MS } from "../time-limits.ts";

// Lazily loaded code arrives later on a busy machine.
configure({ asyncUtilTimeout: WAIT_MS });

const SITE: SiteInfo = {
  name: "Below Market Toronto",
  url: "http://localhost",
  contactEmail: "hello@site.example",
  postalAddress: "1 Yonge St, Toronto, ON",
};

/** A request that a page made. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/**
 * JSON, a response, or a function that creates either from a request; a function that throws simulates a network
 * failure.
 */
export type Answer = object | string | number | Response | ((asked: Asked) => Answer | Promise<Answer>);

/** Answers by method and path, such as "GET /api/site"; the path may end in `*`. */
export type Answers = Record<string, Answer>;

/** Answers to requests that every page makes, in addition to the requests under test. */
const USUAL: Answers = {
  "POST /api/analytics/track": new Response(null, { status: 204 }),
  "GET /api/site": SITE,
  "GET /api/advertisement-settings": refusal(404, "not_found"),
  "GET /api/claims": refusal(404, "not_found"),
  "GET /api/admin/auth/check": refusal(401, "admin.unauthorized"),
};

/** Warnings about elements that browsers know, but the tests' document does not. */
const UNKNOWN_TO_DOCUMENT = /The tag <%s> is unrecognized in this browser/;

function answerTo(answers: Answers, { method, path }: Asked): Answer | undefined {
  const wanted = `${method} ${path}`;
  const all = { ...USUAL, ...answers };
  if (wanted in all) return all[wanted];
  const open = Object.keys(all).find((name) => name.endsWith("*") && wanted.startsWith(name.slice(0, -1)));
  return open === undefined ? undefined : all[open];
}

async function responseOf(answer: Answer, asked: Asked): Promise<Response> {
  if (typeof answer === "function") return await responseOf(await answer(asked), asked);
  return answer instanceof Response ? answer.clone() : Response.json(answer);
}

/** Returns a page of a list, with the total number of items. */
export const listOf = (items: readonly unknown[], total = items.length): Response =>
  Response.json(items, { headers: { "X-Total-Count": String(total) } });

/** An answer that never arrives. */
export const SILENCE: Answer = () => new Promise<never>(() => {});

/** Returns a failure without a message from the server. */
export const failure = (): Response => new Response("", { status: 500 });

/** Gives these answers one after the other, and then repeats the last one. */
export function inTurn(...answers: [Answer, ...Answer[]]): Answer {
  let calls = 0;
  return () => {
    calls += 1;
    return answers[Math.min(calls, answers.length) - 1] ?? answers[0];
  };
}

/** Resolves with an answer, unless the request is aborted first. */
function unlessAborted<Value>(signal: AbortSignal | null | undefined, answer: Promise<Value>): Promise<Value> {
  if (!signal) return answer;
  const abortion = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([answer, abortion]);
}

/** Makes an answer that arrives when the test provides it. */
export function held(): { answer: Answer; give(answer: Answer): void } {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  return { answer: () => promise, give: resolve };
}

/** Returns an error in the API's format. */
export function refusal(status: number, code: string, message = ""): Response {
  return Response.json({ code, message }, { status });
}

interface Options {
  /** Start time in ISO 8601; when set, timers also wait for `vi.advanceTimersByTime`. */
  now?: string;
}

/**
 * Shows a page of the site in the test's document, rendered as in a browser without the server's markup. The test fails
 * if the page makes a request without an answer, or prints an error.
 * @param path with query and fragment
 * @returns the user, and the page's requests so far
 */
export async function openPage(path: string, answers: Answers = {}, options: Options = {}) {
  await pageAt(new URL(path, location.href).pathname).load();
  return show(<SitePages />, path, answers, options);
}

/** Shows only a part of a page, with the toasts. Otherwise works like {@link openPage}. */
export function openPart(
  part: ReactNode,
  answers: Answers = {},
  { at = "/", ...options }: Options & { at?: string } = {},
) {
  return show(
    <>
      {part}
      <ToastHost />
    </>,
    at,
    answers,
    options,
  );
}

function show(children: ReactNode, path: string, answers: Answers, { now }: Options) {
  if (now !== undefined) vi.useFakeTimers({ now: new Date(now), shouldAdvanceTime: true });
  const asked: Asked[] = [];
  const problems: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, location.href);
    const headers = new Headers(init.headers);
    const isOtherText = headers.get("content-type")?.startsWith("text/") === true;
    const body =
      typeof init.body === "string" && !isOtherText ? (JSON.parse(init.body) as unknown) : (init.body ?? null);
    const one = { method: init.method ?? "GET", path: url.pathname, query: url.searchParams, headers, body };
    asked.push(one);
    const answer = answerTo(answers, one);
    if (answer === undefined) problems.push(`nothing answers ${one.method} ${one.path}`);
    return await unlessAborted(init.signal, responseOf(answer ?? refusal(404, "not_found"), one));
  });
  for (const level of ["error", "warn"] as const)
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      const text = said.map(String).join(" ");
      if (!UNKNOWN_TO_DOCUMENT.test(text)) problems.push(text);
    });
  history.replaceState(null, "", path);
  // A page's history listens as long as the window is open. In tests, the window outlasts the page.
  const listening = vi.spyOn(globalThis, "addEventListener");
  const pages = createHistory();
  const listeners = [...listening.mock.calls];
  listening.mockRestore();
  const shown = render(
    <App queryClient={createQueryClient()} site={SITE} renderedAt={new Date().toISOString()}>
      <BrowserRouter history={pages}>{children}</BrowserRouter>
    </App>,
  );
  onTestFinished(() => {
    shown.unmount();
    for (const [type, listener] of listeners) removeEventListener(type, listener);
    dismissToasts();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    expect(problems, problems.join("\n")).toEqual([]);
  });
  const user = userEvent.setup(now === undefined ? {} : { advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  return { user, asked };
}
