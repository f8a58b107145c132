import type { ReactNode } from "react";

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Belongs to the sentence, not to the address. */
const TRAILING = /(?<![.,;:!?\])}…])[.,;:!?\])}…]+$/;

/** An address that a browser may be sent to; null for anything else. */
function linkTo(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

/** The parts of a text: plain, or an address that is followed by a click. */
function partsOf(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const trailing = TRAILING.exec(match[0])?.[0] ?? "";
    // A bracket that the address opened itself is a part of it.
    const keeps = trailing.startsWith(")") && match[0].includes("(");
    const address = keeps ? match[0].slice(0, match[0].length - trailing.length + 1) : match[0].replace(TRAILING, "");
    const href = linkTo(address);
    if (href === null) continue;
    parts.push(
      text.slice(end, match.index),
      <a
        key={match.index}
        href={href}
        target="_blank"
        rel="nofollow ugc noopener"
        className="text-accent underline underline-offset-4"
      >
        {address}
      </a>,
    );
    end = match.index + address.length;
  }
  return [...parts, text.slice(end)];
}

/** What somebody wrote: text with its line breaks, in which addresses are links. Nothing in it is markup. */
export function PostText({ text }: { text: string }) {
  return (
    <div dir="auto" className="whitespace-pre-line wrap-anywhere">
      {partsOf(text)}
    </div>
  );
}
