import type { ReactNode } from "react";

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Trailing punctuation that belongs to the sentence. */
const TRAILING = /(?<![.,;:!?\])}…])[.,;:!?\])}…]+$/;

/** The address if it is a valid http(s) URL; null otherwise. */
function linkTo(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

function partsOf(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const trailing = TRAILING.exec(match[0])?.[0] ?? "";
    // A closing bracket belongs to an address that contains the opening one.
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

/** Plain text with line breaks and links; markup in it is not interpreted. */
export function PostText({ text }: { text: string }) {
  return (
    <div dir="auto" className="whitespace-pre-line wrap-anywhere">
      {partsOf(text)}
    </div>
  );
}
