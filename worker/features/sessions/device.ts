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

/** A user agent as people name it, such as "Firefox on Windows"; empty when it says neither. */
export function deviceOf(userAgent: string | undefined): string {
  const said = (userAgent ?? "").slice(0, 500);
  const find = (names: readonly (readonly [sign: string, name: string])[]) =>
    names.find(([sign]) => said.includes(sign))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
