// What the platform refuses, recognised by the words and codes of its answers.

/** Why a step cannot go on, and what a person does about it. */
export interface Trouble {
  name: string;
  /** What wrangler prints then. */
  pattern: RegExp;
  /** One sentence on what is missing. */
  text: string;
  /** What to click or type. */
  remedy: string;
  /** Whether a person ends it while the setup waits for Enter. */
  isUpToOperator: boolean;
}

/** A page of the dashboard; Cloudflare asks for the account where a person has several. */
const page = (path: string) => `https://dash.cloudflare.com/?to=/:account/${path}`;

/**
 * In the order in which they are tried. Codes and texts are those of wrangler's own source and of the threads named with
 * them, all in the repository cloudflare/workers-sdk; none was met on a real account yet.
 */
const TROUBLES: readonly Trouble[] = [
  {
    // wrangler whoami --json prints it; the second text comes where it cannot open a browser.
    name: "not logged in",
    pattern: /"loggedIn":\s*false|not authenticated|necessary to set a CLOUDFLARE_API_TOKEN|not logged in/i,
    text: "wrangler is not logged in to Cloudflare.",
    remedy: "Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
    isUpToOperator: true,
  },
  {
    // Issues 11210 and 10981 for queues; 8756 for the CPU limit, which the free plan does not have.
    name: "Workers Paid",
    pattern: /code: 100129|unavailable on the free plan|code: 100328|not supported for the Free plan/i,
    text: "The account has no Workers Paid plan, which queues and the CPU limit need.",
    remedy: `Choose Workers Paid: ${page("workers/plans")}`,
    isUpToOperator: true,
  },
  {
    // Issue 12438.
    name: "queues",
    pattern: /code: 11002|in order to use queues/i,
    text: "Queues are not switched on for the account.",
    remedy: `Open the page once and follow it: ${page("workers/queues")}`,
    isUpToOperator: true,
  },
  {
    // Issues 2877, 5399 and, for a deployment, 15610.
    name: "R2",
    pattern: /code: 10042|code: 10136|enable R2|not entitled to use r2/i,
    text: "R2 is not switched on for the account.",
    remedy: `Add the R2 subscription: ${page("r2/overview")}`,
    isUpToOperator: true,
  },
  {
    // No code is known: any refusal that names Images.
    name: "Images",
    pattern: /(enable|entitled|subscri).{0,60}\bimages\b|\bimages\b.{0,60}(not enabled|entitled|subscri)/i,
    text: "Images is not switched on for the account.",
    remedy: `Switch on Images and transformations: ${page("images")}`,
    isUpToOperator: true,
  },
  {
    // Of the commands for mail, and of a deployment to a custom domain.
    name: "zone",
    pattern: /could not find (a |the )?zone for/i,
    text: "The domain is not in this account.",
    remedy: `Add the domain, and set the name servers that are shown there: ${page("add-site")}`,
    isUpToOperator: true,
  },
  {
    // The API's answer to a custom domain over a record that somebody made by hand.
    name: "DNS record",
    pattern: /code: 100117|externally managed DNS records/i,
    text: "The domain already has a DNS record of its own (A, AAAA or CNAME) where the site should be.",
    remedy: `Delete that record under DNS: ${page(":zone/dns/records")}`,
    isUpToOperator: true,
  },
  {
    name: "several accounts",
    pattern: /more than one account available/i,
    text: "The login reaches more than one account.",
    remedy: "Say which: --account <name or id>.",
    isUpToOperator: false,
  },
  {
    // Email Routing forwards only to a destination that was verified.
    name: "address not verified",
    pattern: /address (is|has) not (been )?verified|not a verified (destination|address)|unverified/i,
    text: "The contact address is not verified yet.",
    remedy: "Click the link in the mail that Cloudflare sent to it.",
    isUpToOperator: true,
  },
  {
    // 10000 is also the answer to a token without the permission for one product.
    name: "permission",
    pattern: /code: 10000\b|authentication error|code: 10001\b.*auth/i,
    text: "The login lacks a permission for this.",
    remedy: "Run `npx wrangler login` again and allow all that it asks for, or extend the API token.",
    isUpToOperator: true,
  },
  {
    name: "too many requests",
    pattern: /code: 971\b|code: 10429\b|rate.?limit|too many requests/i,
    text: "Cloudflare answers no more requests of this account for the moment.",
    remedy: "Wait for five minutes.",
    isUpToOperator: true,
  },
  {
    name: "connection",
    pattern: /fetch failed|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|network connection/i,
    text: "Cloudflare cannot be reached.",
    remedy: "Look at the connection, and at https://www.cloudflarestatus.com.",
    isUpToOperator: true,
  },
];

/** The trouble that an output tells of, or null. */
export const recognise = (output: string): Trouble | null =>
  TROUBLES.find(({ pattern }) => pattern.test(output)) ?? null;
