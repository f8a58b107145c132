// Proves that the right site answers and works, by checking it over HTTP as a visitor and as the operator.
import type { SystemProbe } from "../../worker/contracts/system.ts";

/** `open`: not observed yet. `unknown`: not checked, because there is no password or the address is local. */
type LineState = "ok" | "failed" | "open" | "unknown";

export interface Line {
  name: string;
  state: LineState;
  /** Describes the observation in words. */
  detail: string;
  /** The section of docs/operations.md that explains the fix. */
  section: string;
}

export interface ProofOptions {
  url: string;
  /** The build that must answer (scripts/app-version.ts), if known. */
  version?: string;
  /** True if no version has answered at the address yet: a custom domain first needs a DNS record and a certificate. */
  isFirst?: boolean;
  /** Time from which a tick counts; by default any tick of the last 30 minutes counts. */
  since?: Date;
  /** ADMIN_PASSWORD. Without it, email, images and locations are not checked. */
  password?: string;
  /** True if the proof waits for the next tick. */
  isWaiting: boolean;
}

export interface ProofDeps {
  fetch: typeof fetch;
  now: () => Date;
  wait: (ms: number) => Promise<void>;
  /** Called with each line as soon as it is known. */
  report: (line: Line) => void;
}

const MINUTE_MS = 60_000;
/** Two ticks of the cron trigger, which runs every 15 minutes. */
const TICK_MS = 30 * MINUTE_MS;
/** Time until a new version answers everywhere: seconds, but up to a quarter of an hour for a new domain. */
const SPREAD_MS = 2 * MINUTE_MS;
const FIRST_MS = 15 * MINUTE_MS;
const PAUSE_MS = 5_000;
/** Time limit for a response. A slower response counts as failed. */
const ANSWER_MS = 30_000;

type Outcome = Pick<Line, "state" | "detail">;
const ok = (detail: string): Outcome => ({ state: "ok", detail });
const failed = (detail: string): Outcome => ({ state: "failed", detail });
const unknown = (detail: string): Outcome => ({ state: "unknown", detail });

interface Health {
  version: string;
  checks: Record<string, { ok: boolean; detail?: string }>;
}

/** Returns the first line of an error message. */
const reason = (error: unknown) => {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

function makeClient({ fetch: send }: ProofDeps, url: string) {
  const get = (path: string, init: RequestInit = {}) =>
    send(new URL(path, url), { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS), ...init });
  return {
    get,
    /** @param cookie the session's cookie */
    post: (path: string, body: unknown, cookie = "") =>
      get(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", origin: new URL(url).origin, cookie },
      }),
    async health(): Promise<Health | null> {
      const response = await get("/health");
      return response.status === 200 || response.status === 503 ? ((await response.json()) as Health) : null;
    },
  };
}
type Client = ReturnType<typeof makeClient>;

async function answers(
  client: Client,
  { version, isFirst = false }: ProofOptions,
  { now, wait }: ProofDeps,
): Promise<Outcome> {
  const until = now().getTime() + (isFirst ? FIRST_MS : SPREAD_MS);
  const look = async (): Promise<Outcome> => {
    const response = await client.get("/");
    const seen = response.headers.get("x-app-version");
    await response.body?.cancel();
    if (response.status !== 200) return failed(`${response.status} instead of 200`);
    if (version !== undefined && seen !== version)
      return failed(`version ${seen ?? "unknown"} answers instead of ${version}`);
    return ok(`200${seen === null ? "" : `, version ${seen}`}`);
  };
  for (;;) {
    const outcome = await look().catch((error: unknown) => failed(reason(error)));
    if (outcome.state === "ok" || version === undefined || now().getTime() >= until) return outcome;
    await wait(PAUSE_MS);
  }
}

/** Checks the cache. Other visitors may have requested the page first, so an immediate HIT is also accepted. */
async function isCached(client: Client): Promise<Outcome> {
  const seen: string[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const response = await client.get("/");
    await response.arrayBuffer();
    seen.push(response.headers.get("cf-cache-status") ?? "no Cf-Cache-Status");
    if (seen.at(-1) === "HIT") return ok(seen.join(", then "));
  }
  return failed(seen.join(", then "));
}

async function isCompressed(client: Client): Promise<Outcome> {
  const response = await client.get("/", { headers: { "accept-encoding": "br, gzip" } });
  await response.body?.cancel();
  const encoding = response.headers.get("content-encoding");
  return encoding !== null && /^(br|zstd|gzip)$/.test(encoding) ? ok(encoding) : failed("the page is not compressed");
}

async function leadsToHttps(client: Client, url: string): Promise<Outcome> {
  if (!url.startsWith("https:")) return unknown("the address is not https");
  const response = await client.get(url.replace(/^https:/, "http:"));
  await response.body?.cancel();
  const target = response.headers.get("location") ?? "";
  const isRedirect = [301, 302, 307, 308].includes(response.status) && target.startsWith("https:");
  return isRedirect ? ok(`${response.status}`) : failed(`http answers ${response.status}: Always Use HTTPS is off`);
}

/**
 * Returns the minutes since the last tick, parsed from the health check's sentence in its current or former wording;
 * null before the first tick.
 */
const minutesSinceTick = (detail: string | undefined) => {
  const [, minutes] = /last (?:run|tick was) (\d+) minutes? ago/i.exec(detail ?? "") ?? [];
  return minutes === undefined ? null : Number(minutes);
};

async function hasTicked(
  client: Client,
  { since, isWaiting }: ProofOptions,
  { now, wait }: ProofDeps,
): Promise<Outcome> {
  const until = now().getTime() + TICK_MS;
  const earliest = since ?? new Date(now().getTime() - TICK_MS);
  for (;;) {
    const minutes = minutesSinceTick((await client.health())?.checks.cron?.detail);
    // The health check's sentence rounds the time to minutes.
    if (minutes !== null && now().getTime() - minutes * MINUTE_MS >= earliest.getTime() - MINUTE_MS / 2)
      return ok(`the last tick was ${minutes} min ago`);
    if (!isWaiting) return { state: "open", detail: "not seen yet" };
    if (now().getTime() >= until) return failed("no tick in 30 minutes");
    await wait(MINUTE_MS / 2);
  }
}

/**
 * Reported when the site does not accept the shared password (`ADMIN_PASSWORD_LOGIN`). Checks that need a login are
 * then skipped.
 */
const PASSWORD_OFF = "ADMIN_PASSWORD_LOGIN is off: an operator checks it in the admin panel, under System";

/**
 * Logs in and asks the site to send an email, to create an image, and to report the region of its data.
 * @returns the response, or the reason for a failure
 */
async function probe(client: Client, password: string): Promise<SystemProbe | string> {
  const login = await client.post("/api/admin/login", { password });
  if (login.status === 403) return PASSWORD_OFF;
  if (login.status !== 200) return `the login answered ${login.status}`;
  const cookie = (login.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  try {
    const response = await client.post("/api/admin/system/probe", {}, cookie);
    return response.status === 200 ? ((await response.json()) as SystemProbe) : `the probe answered ${response.status}`;
  } finally {
    await client.post("/api/admin/logout", {}, cookie);
  }
}

const checked = ({ ok: isOk, detail }: { ok: boolean; detail: string }) => (isOk ? ok(detail) : failed(detail));

/** Eastern North America, as D1 calls it. */
const REGION = "ENAM";

const LOGIN_LINES: readonly { name: string; section: string; outcome: (probe: SystemProbe) => Outcome }[] = [
  { name: "a mail to the operator", section: "mail", outcome: ({ mail }) => checked(mail) },
  { name: "an image is made", section: "setting-up", outcome: ({ image }) => checked(image) },
  {
    name: "place of the database",
    section: "where-data-lives",
    outcome: ({ database: { region } }) =>
      region === null
        ? unknown("the platform does not say")
        : region === REGION
          ? ok(region)
          : failed(`${region} instead of ${REGION}`),
  },
  {
    name: "place of the objects",
    section: "where-data-lives",
    outcome: ({ object: { colo } }) =>
      colo === null ? unknown("the platform does not say") : ok(`data centre ${colo}`),
  },
];

/**
 * Runs the proof: one line for each check of the site.
 * @returns all lines; never throws, because an unreachable site is a failed line
 */
export async function runProof(options: ProofOptions, deps: ProofDeps): Promise<Line[]> {
  const { url, password } = options;
  const client = makeClient(deps, url);
  const lines: Line[] = [];
  const add = async (name: string, section: string, work: () => Promise<Outcome> | Outcome) => {
    const outcome = await Promise.try(work).catch((error: unknown) => failed(reason(error)));
    const line = { name, section, ...outcome };
    lines.push(line);
    deps.report(line);
    return line;
  };
  const first = await add("the site answers", "deploying", () => answers(client, options, deps));
  // If the site does not answer, no other check can pass.
  if (first.state === "failed") return lines;
  await add("the page is cached", "cache-and-purges", () => isCached(client));
  await add("the page is compressed", "deploying", () => isCompressed(client));
  await add("http leads to https", "setting-up", () => leadsToHttps(client, url));
  const found = password === undefined ? "no ADMIN_PASSWORD was given" : await probe(client, password).catch(reason);
  for (const { name, section, outcome } of LOGIN_LINES)
    await add(name, section, () =>
      typeof found !== "string"
        ? outcome(found)
        : password === undefined || found === PASSWORD_OFF
          ? unknown(found)
          : failed(found),
    );
  await add("a cron tick", "watching", () => hasTicked(client, options, deps));
  return lines;
}

/** Returns the version of the site that answers at an address; null when nothing or something else answers. */
export async function liveVersion(url: string, send: typeof fetch): Promise<string | null> {
  try {
    const response = await send(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return response.headers.get("x-app-version");
  } catch {
    return null;
  }
}

const MARKS: Record<LineState, string> = {
  ok: "ok         ",
  failed: "FAILED     ",
  open: "not seen   ",
  unknown: "not checked",
};

/** Formats a line of the proof for printing. */
export const lineText = ({ name, state, detail, section }: Line): string =>
  `${MARKS[state]}  ${name}: ${detail}${state === "ok" ? "" : `   (docs/operations.md#${section})`}`;
