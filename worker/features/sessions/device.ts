/** Browsers by what only their user agent says; those that are built on another come before it. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Characters that are looked at. */
const MOST = 500;

type Signs = readonly (readonly [sign: string, name: string])[];
const find = (names: Signs, said: string) => names.find(([sign]) => said.includes(sign))?.[1];

/** A user agent as people name it, such as "Firefox on Windows"; empty when it says neither. */
export function deviceOf(userAgent: string | undefined): string {
  const said = (userAgent ?? "").slice(0, MOST);
  const [browser, system] = [find(BROWSERS, said), find(SYSTEMS, said)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
