import type { OwnAddress } from "../../../worker/contracts/forum.ts";

/** The eight groups of an IPv6 address; null when it is none. The browser's own parser knows every spelling. */
function groupsOf(text: string): number[] | null {
  try {
    const [before = "", after] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split("::");
    const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
    const [first, last] = [numbers(before), numbers(after ?? "")];
    return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  } catch {
    return null;
  }
}

/** Whom a ban of an address holds for: an IPv4 address itself, the first half of an IPv6 one; null when it is neither. */
export function banned(text: string): string | null {
  const address = text.trim().replace(/(?:\/(?:32|64)|%.*)$/, "");
  // An IPv4 address, also after the two colons that once made it an IPv6 one.
  const dotted = /^(?:::)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted.split(".").map(Number).join(".");
  const groups = groupsOf(address);
  if (!groups) return null;
  const [high = 0, low = 0] = groups.slice(6);
  // An IPv4 address in IPv6 clothes.
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:65535"
    ? [high >> 8, high & 255, low >> 8, low & 255].join(".")
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(":");
}

/** Whether a ban of an address would shut out whoever asks. */
export function isOwn(text: string, { network }: OwnAddress): boolean {
  const wanted = banned(text);
  return wanted !== null && wanted === banned(network);
}

/** Addresses are masked after 90 days, and then stand for a whole region that cannot be banned. */
export const isMasked = (ipAddress: string) => ipAddress.includes("/");
/** Said in the place of a ban. */
export const MASKED = "masked after 90 days: it cannot be banned";
