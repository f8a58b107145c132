import { type CallOptions, jsonIn, PlatformError, type Wrangler } from "./wrangler.ts";
import { Stopped } from "./terminal.ts";

interface Login {
  loggedIn: boolean;
  accounts?: { id: string; name: string }[];
}

const WHO = ["whoami", "--json"] as const;

/**
 * The account to work in.
 * @param wanted its name or id, or undefined for the only one
 * @throws PlatformError when nobody is logged in; Stopped when it is not clear which account is meant
 */
export async function findAccount(
  wrangler: Wrangler,
  wanted: string | undefined,
): Promise<{ id: string; name: string }> {
  const answer = await wrangler([...WHO]);
  if (answer.code !== 0) throw new PlatformError(WHO, answer);
  const { accounts = [] } = jsonIn<Login>(answer.stdout);
  const list = accounts.map(({ id, name }) => `  ${name} (${id})`).join("\n");
  const fitting = wanted === undefined ? accounts : accounts.filter(({ id, name }) => wanted === id || wanted === name);
  // A token for one account may be unable to list it.
  if (accounts.length === 0 && /^[0-9a-f]{32}$/.test(wanted ?? "")) return { id: wanted ?? "", name: wanted ?? "" };
  const [account, ...others] = fitting;
  if (account === undefined)
    throw new Stopped(
      wanted === undefined
        ? "The login reaches no account. Run `npx wrangler login` again."
        : `--account ${wanted}: the login reaches only\n${list}`,
      2,
    );
  if (others.length > 0)
    throw new Stopped(`The login reaches more than one account. Say which, as --account <name or id>:\n${list}`, 2);
  return account;
}

/** A wrangler that works in one account only. */
export const inAccount =
  (wrangler: Wrangler, id: string): Wrangler =>
  (args, options: CallOptions = {}) =>
    wrangler(args, { ...options, env: { ...options.env, CLOUDFLARE_ACCOUNT_ID: id } });
