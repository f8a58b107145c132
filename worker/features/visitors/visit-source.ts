import { DIRECT } from "../../contracts/visitors.ts";

const MOBILE = /\b(?:mobi|android|iphone|ipad|ipod|windows phone)/i;

/** Whether a browser says that it is on a phone or a tablet. */
export const isMobile = (userAgent: string): boolean => MOBILE.test(userAgent);

const HOST = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * The host that a visit came from; 'Direct' when it came from nowhere, from this site or from what is no
 * address.
 * @param own hosts of this site, without 'www.'
 */
export function referrerHost(referrer: string | null | undefined, own: readonly string[]): string {
  const given = referrer?.trim().toLowerCase() ?? "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//.test(given) ? given : `https://${given}`;
  if (given === "" || given === DIRECT.toLowerCase() || !URL.canParse(address)) return DIRECT;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:" && protocol !== "android-app:") return DIRECT;
  return HOST.test(hostname) && !own.includes(hostname.replace(/^www\./, "")) ? hostname : DIRECT;
}
