import { env } from "cloudflare:workers";

let test = "";

/** Gives each test new object names. On a busy machine, a reset may leave objects of the previous test. */
export function beginObjects(): void {
  // A random id instead of a counter, because vitest evaluates this module again for each file.
  test = crypto.randomUUID();
}

/** The purge gate in this test. */
export const purgeGate = () => env.PURGES.get(env.PURGES.idFromName(`${test} purges`));

/** A mailing's Durable Object in this test. */
export const mailingOf = (key: string) => env.MAILINGS.get(env.MAILINGS.idFromName(`${test} ${key}`));

/** The hub of visitors in this test. */
export const hubOf = () => env.VISITOR_HUB.get(env.VISITOR_HUB.idFromName(`${test} hub`));
