// The only access to the platform: the wrangler version pinned in package-lock.json, started as a program.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The output and exit code of a command. */
export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs wrangler once. Rejects only when the program cannot be started.
 * @param input text for standard input. Secrets are passed this way, so they appear neither on disk nor in the process
 * list
 */
export type Wrangler = (args: readonly string[], input?: string) => Promise<Answer>;

/** Program that tests run instead of wrangler. */
const PROGRAM = process.env.WRANGLER_PROGRAM ?? "node_modules/wrangler/bin/wrangler.js";

/** Formats a command as a person would type it. */
export const commandLine = (args: readonly string[]): string =>
  ["npx wrangler", ...args.map((arg) => (/^[\w@%./:,=*+-]+$/.test(arg) ? arg : `"${arg}"`))].join(" ");

/** Returns the printed text without colours. Wrangler adds colours to errors even if they are switched off. */
const textOf = (parts: readonly Buffer[]) => stripVTControlCharacters(Buffer.concat(parts).toString());

/** Runs the pinned wrangler without prompts and without telemetry. */
export const runWrangler: Wrangler = (args, input = "") =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve(PROGRAM), ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true", NO_COLOR: "1", FORCE_COLOR: "0" },
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (data: Buffer) => stdout.push(data));
    child.stderr.on("data", (data: Buffer) => stderr.push(data));
    child.on("error", fail);
    // A program that ends before reading its input is judged by its exit code.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("close", (code) => done({ code: code ?? 1, stdout: textOf(stdout), stderr: textOf(stderr) }));
  });

/** Returns a page of the dashboard; Cloudflare asks for the account if the user has several. */
const page = (path: string) => `https://dash.cloudflare.com/?to=/:account/${path}`;

/** Words of the error for forwarding to an unverified address. */
const NOT_VERIFIED = /address (is|has) not (been )?verified|not a verified (destination|address)|unverified/i;

/**
 * Errors of the platform, matched in this order by the words and codes of its responses, each with the clicks or
 * commands that fix it. Codes and texts come from wrangler's own source and from the threads named below, all in the
 * repository cloudflare/workers-sdk. None has been seen on a real account yet.
 */
const TROUBLES: readonly { pattern: RegExp; text: string; remedy: string }[] = [
  {
    pattern: /not authenticated|necessary to set a CLOUDFLARE_API_TOKEN|not logged in/i,
    text: "wrangler is not logged in to Cloudflare.",
    remedy: "Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  },
  {
    // Issues 11210 and 10981 for queues; 8756 for the CPU limit, which the free plan lacks.
    pattern: /code: 100129|unavailable on the free plan|code: 100328|not supported for the Free plan/i,
    text: "The account has no Workers Paid plan, which queues and the CPU limit require.",
    remedy: `Choose Workers Paid: ${page("workers/plans")}`,
  },
  {
    // Issue 12438 of the same repository.
    pattern: /code: 11002|in order to use queues/i,
    text: "Queues are not switched on for the account.",
    remedy: `Open this page once and follow its steps: ${page("workers/queues")}`,
  },
  {
    // Issues 2877 and 5399; for a deployment, issue 15610.
    pattern: /code: 10042|code: 10136|enable R2|not entitled to use r2/i,
    text: "R2 is not switched on for the account.",
    remedy: `Add the R2 subscription: ${page("r2/overview")}`,
  },
  {
    // No error code is known, so any error that names Images matches.
    pattern: /(enable|entitled|subscri).{0,60}\bimages\b|\bimages\b.{0,60}(not enabled|entitled|subscri)/i,
    text: "Images is not switched on for the account.",
    remedy: `Switch on Images and transformations: ${page("images")}`,
  },
  {
    // The email commands print this error, and so does a deployment to a custom domain.
    pattern: /could not find (a |the )?zone for/i,
    text: "The domain is not in this account.",
    remedy: `Add the domain, and set the name servers it shows: ${page("add-site")}`,
  },
  {
    // The API's answer when a custom domain collides with a DNS record that was created by hand.
    pattern: /code: 100117|externally managed DNS records/i,
    text: "The domain already has a DNS record of its own (A, AAAA or CNAME) where the site should be.",
    remedy: `Delete that record under DNS: ${page(":zone/dns/records")}`,
  },
  {
    // The second text is the answer to a token that may not list accounts.
    pattern: /more than one account available|retrieve account IDs/i,
    text: "It is not clear which account you mean: the login has access to several, or may not list them.",
    remedy: "Say which, once: npm run setup -- --account <id>. `npx wrangler whoami` lists them.",
  },
  {
    // Email Routing forwards only to a destination that was verified.
    pattern: NOT_VERIFIED,
    text: "The contact address is not verified yet.",
    remedy: "Click the link in the email that Cloudflare sent to it.",
  },
  {
    // A first deployment created the namespace and was interrupted. wrangler only knows the resources of deployed
    // versions.
    pattern: /code: 10014\b|namespace.{0,60}already exists/i,
    text: "The key-value namespace is left over from a deployment that was interrupted.",
    remedy: "Delete it (`npx wrangler kv namespace list`, then `delete --namespace-id <id>`); nothing is in it.",
  },
  {
    // 10000 is also the answer to a token that lacks the permission for a product.
    pattern: /code: 10000\b|authentication error|code: 10001\b.*auth/i,
    text: "The login lacks a permission for this.",
    remedy: "Run `npx wrangler login` again and allow everything it asks for, or extend the API token.",
  },
  {
    pattern: /code: 971\b|code: 10429\b|rate.?limit|too many requests/i,
    text: "Cloudflare is not answering requests from this account at the moment.",
    remedy: "Wait five minutes.",
  },
  {
    pattern: /fetch failed|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|network connection/i,
    text: "Cloudflare cannot be reached.",
    remedy: "Check your connection, and https://www.cloudflarestatus.com.",
  },
];

/** A command that failed; the message states how to fix the problem. */
export class PlatformError extends Error {
  /** True if the fix is to click the link in the verification email. The click can wait until after the deployment. */
  readonly isWaitingForClick: boolean;

  constructor(args: readonly string[], { stdout, stderr }: Answer) {
    const output = `${stderr}\n${stdout}`.trim();
    const trouble = TROUBLES.find(({ pattern }) => pattern.test(output));
    const advice = trouble ? `${trouble.text}\n  ${trouble.remedy}` : `${commandLine(args)} failed.\n${output}`;
    super(`${advice}\nRead docs/operations.md#setting-up. Then run the same command again: it continues from here.`);
    this.isWaitingForClick = NOT_VERIFIED.test(output);
  }
}

/**
 * Runs a wrangler command.
 * @returns its output
 * @throws PlatformError when it fails
 */
export async function call(wrangler: Wrangler, args: readonly string[], input?: string): Promise<string> {
  const answer = await wrangler(args, input);
  if (answer.code !== 0) throw new PlatformError(args, answer);
  return answer.stdout;
}

/**
 * Parses the JSON in an output, after any text printed before it.
 * @throws Error when there is none
 */
export function jsonIn<Result>(output: string): Result {
  const start = output.search(/^[[{]/m);
  if (start === -1) throw new Error(`wrangler's answer is not JSON:\n${output}`);
  return JSON.parse(output.slice(start)) as Result;
}

/**
 * Parses a table that wrangler draws with lines into rows, by column title. Used for lists that wrangler does not
 * provide as JSON.
 */
export function rowsIn(output: string): Record<string, string>[] {
  const [head = [], ...rows] = output
    .split("\n")
    .filter((line) => line.startsWith("│"))
    .map((line) =>
      line
        .split("│")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((row) => Object.fromEntries(head.map((title, nth) => [title, row[nth] ?? ""])));
}
