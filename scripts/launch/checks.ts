// What must be right before anything is deployed.
import { bulkMailProblems } from "../../worker/platform/bulk-mail.ts";
import { isPublicKey } from "../backup/public-key.ts";
import { type Configuration, isExample, isMissingId } from "./configuration.ts";
import { type Plan, OWN_SECRETS, resourceSteps, secretNames } from "./steps.ts";
import { call, PlatformError, type Wrangler } from "./wrangler.ts";

interface Check {
  name: string;
  /** What is wrong, as a sentence, or null. */
  problem: (config: Configuration) => string | null;
}

const named = (names: readonly string[]) => names.join(", ");

/** Checks of the configuration alone. */
const CONFIGURATION_CHECKS: readonly Check[] = [
  {
    name: "environment",
    problem: ({ vars }) => (vars.APP_ENV === "production" ? null : 'APP_ENV must be "production".'),
  },
  {
    name: "https",
    problem: ({ vars }) =>
      vars.SITE_URL?.startsWith("https://")
        ? null
        : "SITE_URL must begin with https://: links in mails are built from it.",
  },
  {
    name: "example values",
    problem: ({ vars, routes = [] }) => {
      const held = Object.entries(vars).flatMap(([name, value]) => (isExample(value) ? name : []));
      const isRouted = routes.some((route) => isExample(typeof route === "string" ? route : route.pattern));
      return held.length === 0 && !isRouted
        ? null
        : `${named([...held, ...(isRouted ? ["routes"] : [])])} still hold example domains.`;
    },
  },
  {
    name: "route",
    problem: ({ vars, routes = [] }) => {
      const host = URL.canParse(vars.SITE_URL ?? "") ? new URL(vars.SITE_URL ?? "").host : "";
      const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
      return patterns.some((pattern) => pattern === host || pattern === `${host}/*`)
        ? null
        : `No route leads to SITE_URL: routes must name ${host}.`;
    },
  },
  {
    name: "sender",
    problem: ({ vars }) =>
      vars.MAIL_FROM?.endsWith(`@${vars.MAIL_DOMAIN}`) ? null : "MAIL_FROM must be an address of MAIL_DOMAIN.",
  },
  {
    name: "postal address",
    problem: ({ vars }) =>
      vars.POSTAL_ADDRESS ? null : "POSTAL_ADDRESS is empty: Canadian law (CASL) wants one in every mail.",
  },
  {
    name: "backup key",
    problem: ({ vars }) =>
      !vars.BACKUP_PUBLIC_KEY || isPublicKey(vars.BACKUP_PUBLIC_KEY)
        ? null
        : "BACKUP_PUBLIC_KEY is no age public key (age1…): npm run backup -- --new-key makes one.",
  },
  {
    name: "bulk mail",
    problem: ({ vars }) => bulkMailProblems(vars).join(" ") || null,
  },
  {
    name: "ids",
    problem: ({ d1_databases, kv_namespaces }) => {
      const missing = [
        ...d1_databases.map(({ binding, database_id: id }) => ({ binding, id })),
        ...kv_namespaces,
      ].flatMap(({ binding, id }) => (isMissingId(id) ? binding : []));
      return missing.length === 0 ? null : `The ids of ${named(missing)} are missing.`;
    },
  },
];

/**
 * Whether what the configuration names is there, and its ids are the ones of the account.
 * @returns what is missing, in sentences
 */
async function missingResources(wrangler: Wrangler, config: Configuration): Promise<string[]> {
  const plan: Plan = {
    config,
    answers: { domain: "", contact: "", postalAddress: "", bulkProvider: "" },
    zone: { id: "", name: "" },
    secrets: {},
  };
  const answers = new Map<string, ReturnType<Wrangler>>();
  const problems: string[] = [];
  for (const { title, look, isThere, changes } of resourceSteps(config)) {
    const args = look(plan);
    const key = args.join(" ");
    const answer = await (answers.get(key) ?? answers.set(key, wrangler(args)).get(key));
    if (answer === undefined || !isThere(plan, answer)) {
      problems.push(`The ${title} is not there.`);
      continue;
    }
    const { databases = {}, namespaces = {} } = changes?.(plan, answer) ?? {};
    for (const [binding, id] of Object.entries({ ...databases, ...namespaces })) {
      const own =
        config.d1_databases.find((one) => one.binding === binding)?.database_id ??
        config.kv_namespaces.find((one) => one.binding === binding)?.id;
      if (!isMissingId(own) && own !== id)
        problems.push(`The id of ${binding} in wrangler.toml is not the one of the ${title}.`);
    }
  }
  return problems;
}

/** Everything that is wrong with the configuration, the account's resources and the secrets, in sentences. */
export async function deploymentProblems(wrangler: Wrangler, config: Configuration): Promise<string[]> {
  const wrong = CONFIGURATION_CHECKS.flatMap(({ problem }) => problem(config) ?? []);
  // Without a configuration, what the account holds says nothing.
  if (wrong.length > 0) return wrong;
  const look = ["secret", "list", "--name", config.name, "--format", "json"];
  const secrets = secretNames(await wrangler(look), look);
  const ofProvider = config.vars.BULK_MAIL_PROVIDER === "resend" ? ["RESEND_API_KEY", "RESEND_WEBHOOK_SECRET"] : [];
  const unset = [...OWN_SECRETS, ...ofProvider].filter((secret) => !secrets.includes(secret));
  return [
    ...(await missingResources(wrangler, config)),
    ...(unset.length === 0 ? [] : [`The secrets ${named(unset)} are not set.`]),
  ];
}

/**
 * The version that answers now, to which a failed deployment goes back; null before the first one.
 * @throws PlatformError when that is not known
 */
export async function currentVersion(wrangler: Wrangler, { name }: Configuration): Promise<string | null> {
  const args = ["deployments", "status", "--name", name, "--json"];
  const answer = await wrangler(args);
  const output = answer.stdout + answer.stderr;
  // 10007: no such Worker. A Worker that was made for its secrets has no version that anybody deployed.
  if (answer.code !== 0) {
    if (/code: 100(07|90)\b|no deployments|not found/i.test(output)) return null;
    throw new PlatformError(args, answer);
  }
  const versions = [
    ...answer.stdout.matchAll(
      /"version_id":\s*"([^"]+)",?\s*"percentage":\s*(\d+)|"percentage":\s*(\d+),?\s*"version_id":\s*"([^"]+)"/g,
    ),
  ];
  const largest = versions
    .map(([, a, percentA, percentB, b]) => ({ id: a ?? b ?? "", share: Number(percentA ?? percentB) }))
    .toSorted((a, b) => b.share - a.share)[0];
  return largest?.id ?? null;
}

/** Goes back to a version. @throws PlatformError when the platform refuses */
export async function goBack(wrangler: Wrangler, { name }: Configuration, version: string): Promise<void> {
  await call(wrangler, [
    "rollback",
    version,
    "--name",
    name,
    "--message",
    "The proof of the deployment failed",
    "--yes",
  ]);
}
