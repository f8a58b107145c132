// What the setup must know from the operator: flags, what an earlier run wrote down, and questions.
import { BULK_PROVIDERS as KNOWN_PROVIDERS } from "../../worker/platform/bulk-mail.ts";
import { type Configuration, type Environment, isExample } from "./configuration.ts";
import { Stopped, type Terminal } from "./terminal.ts";

/** Flags of `npm run setup`. */
export interface SetupFlags {
  domain?: string;
  contact?: string;
  "postal-address"?: string;
  account?: string;
  "bulk-provider"?: string;
}

export interface Answers {
  /** Where the site will be, such as `example.org`. */
  domain: string;
  /** An inbox outside of the domain: it is published, and mail for the domain is forwarded to it. */
  contact: string;
  /** In every mail, as Canadian law (CASL) asks. */
  postalAddress: string;
  bulkProvider: string;
}

/** Transports of bulk mail that the site knows (worker/platform/bulk-mail.ts). */
const BULK_PROVIDERS = ["none", ...Object.keys(KNOWN_PROVIDERS)];

/** The environment that a flag names; production without it. @throws Stopped for another name */
export function environmentOf(name: string | undefined): Environment {
  if (name === undefined || name === "production") return null;
  if (name === "staging") return name;
  throw new Stopped(`--env ${name}: there are production (the default) and staging.`, 2);
}

interface Question {
  flag: keyof SetupFlags;
  text: string;
  /** What an earlier run wrote, or a default. */
  known: string;
  /** What is wrong with an answer, or null. */
  problem: (value: string) => string | null;
}

const problemOfDomain = (value: string) =>
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(value) && !isExample(value)
    ? null
    : `"${value}" is not a domain such as example.org (without https:// and without a path).`;

function problemOfContact(value: string, domain: string): string | null {
  const [name = "", host = "", ...more] = value.split("@");
  const isAddress = name !== "" && more.length === 0 && /^[^\s.]+\.[^\s]+$/.test(host) && !/\s/.test(name);
  if (!isAddress) return `"${value}" is not an e-mail address.`;
  if (host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`))
    return `${value} is in the domain itself: mail for the domain is forwarded to the contact address, so it must be an inbox elsewhere.`;
  return null;
}

/** Asks one question until the answer will do. @throws Stopped without a terminal, naming the flag */
async function answer(
  { flag, text, known, problem }: Question,
  flags: SetupFlags,
  terminal: Terminal,
): Promise<string> {
  const given = flags[flag]?.trim();
  const first = given ?? (known === "" ? undefined : known);
  if (first !== undefined) {
    const wrong = problem(first);
    if (wrong === null) return first;
    if (given !== undefined || !terminal.isInteractive) throw new Stopped(`--${flag}: ${wrong}`, 2);
  }
  if (!terminal.isInteractive) throw new Stopped(`--${flag} is missing: ${text}`, 2);
  for (;;) {
    const typed = await terminal.ask(`${text}: `);
    const wrong = problem(typed);
    if (wrong === null) return typed;
    terminal.say(`  ${wrong}`);
  }
}

/**
 * All answers; what wrangler.toml holds from an earlier run needs no flag again.
 * @param production for staging: its domain and addresses are the defaults
 */
export async function collectAnswers(
  flags: SetupFlags,
  own: Configuration,
  production: Configuration,
  terminal: Terminal,
): Promise<Answers> {
  const isStaging = own.name !== production.name;
  const set = (config: Configuration, name: string) => {
    const value = config.vars[name] ?? "";
    return isExample(value) ? "" : value;
  };
  const known = (name: string) => set(own, name) || set(production, name);
  const host = (config: Configuration) => set(config, "SITE_URL").replace(/^https:\/\//, "");
  const knownDomain = host(own) || (isStaging && host(production) !== "" ? `staging.${host(production)}` : "");
  const lowered = { ...flags, ...(flags.domain !== undefined && { domain: flags.domain.toLowerCase() }) };
  const domain = await answer(
    {
      flag: "domain",
      text: "The domain of the site, such as example.org",
      known: knownDomain,
      problem: problemOfDomain,
    },
    lowered,
    terminal,
  );
  const contact = await answer(
    {
      flag: "contact",
      text: "Your e-mail address outside of the domain; it is published, and mail to the domain goes there",
      known: known("CONTACT_EMAIL"),
      problem: (value) => problemOfContact(value, domain),
    },
    flags,
    terminal,
  );
  const postalAddress = await answer(
    {
      flag: "postal-address",
      text: "Your postal address, which Canadian law wants in every mail",
      known: known("POSTAL_ADDRESS"),
      problem: (value) =>
        value.length >= 10 && value.length <= 200 && !/[\r\n]/.test(value)
          ? null
          : "It must have 10 to 200 characters.",
    },
    flags,
    terminal,
  );
  const bulkProvider = await answer(
    {
      flag: "bulk-provider",
      text: `Who sends editions to many: ${BULK_PROVIDERS.join(" or ")}`,
      known: own.vars.BULK_MAIL_PROVIDER || "none",
      problem: (value) =>
        BULK_PROVIDERS.some((name) => name === value) ? null : `"${value}" is none of ${BULK_PROVIDERS.join(", ")}.`,
    },
    flags,
    terminal,
  );
  return { domain, contact, postalAddress, bulkProvider };
}

/** The vars that follow from the answers, as far as the file has them. */
export function varsOf({ domain, contact, postalAddress, bulkProvider }: Answers, { vars }: Configuration) {
  const all: Record<string, string> = {
    SITE_URL: `https://${domain}`,
    MAIL_FROM: `listings@${domain}`,
    MAIL_DOMAIN: domain,
    CONTACT_EMAIL: contact,
    POSTAL_ADDRESS: postalAddress,
    BULK_MAIL_PROVIDER: bulkProvider,
    // The provider's own subdomain, so that its reputation is not the site's.
    BULK_MAIL_FROM: vars.BULK_MAIL_FROM || (bulkProvider === "none" ? "" : `listings@news.${domain}`),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in vars));
}
