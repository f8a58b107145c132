import { createIsbotFromList, list } from "isbot";

/** Patterns that guess by a name's shape, and would take any short or unusual one for a bot. */
const isGuess = (pattern: string) => /^\^(?:\[|\\[dw]|mozilla)/.test(pattern);
const HEADLESS = "headless";

const namesABot = createIsbotFromList(list.filter((pattern) => !isGuess(pattern) && pattern !== HEADLESS));
const isHeadless = (userAgent: string) => userAgent.toLowerCase().includes(HEADLESS);

/**
 * Whether a user agent says that nobody is there: one that names a bot or a program, or nothing at all.
 * @param mayBeHeadless whether a browser without a screen is somebody: in development it is a browser under test
 */
export function isBot(userAgent: string, mayBeHeadless: boolean): boolean {
  return userAgent === "" || namesABot(userAgent) || (!mayBeHeadless && isHeadless(userAgent));
}
