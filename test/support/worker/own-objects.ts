import { env } from "cloudflare:workers";

let test = 0;

/** Gives the test that begins objects of its own names: what a reset leaves of the former test's on a busy machine is not met. */
export function beginObjects(): void {
  test += 1;
}

/** The object of a mailing in this test. */
export const mailingOf = (key: string) => env.MAILINGS.get(env.MAILINGS.idFromName(`${test} ${key}`));
