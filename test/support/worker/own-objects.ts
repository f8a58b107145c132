import { env } from "cloudflare:workers";

let test = "";

/** Gives each test new object names. On a busy machine, a reset may leave objects of the previous test. */
export function beginObjects(): void {
  // A random id instead of a counter, because vitest evaluates this module again for each file.
  test = crypto.randomUUID();
}

/** Returns the purge gate of the current test. */
export const purgeGate = () => env.PURGES.get(env.PURGES.idFromName(`${test} purges`));

/** Returns the Durable Object of a mailing in the current test. */
export const mailingOf = (key: string) => env.MAILINGS.get(env.MAILINGS.idFromName(`${test} ${key}`));

/** Returns the visitor hub of the current test. */
export const hubOf = () => env.VISITOR_HUB.get(env.VISITOR_HUB.idFromName(`${test} hub`));
