import { type CSSProperties, type ReactNode, useSyncExternalStore } from "react";
import { MINUTE_MS } from "../../../../worker/contracts/days.ts";
import { BOT_BADGE, type Comment, type Thread } from "../../../../worker/contracts/forum.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { Chip } from "../../../ui/chip.tsx";

/** Interval at which ages are recalculated. */
const EVERY_MS = 30_000;

let now = new Date(0);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** Adds a listener to the single timer for all ages on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = new Date();
    timer = setInterval(tick, EVERY_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time. The time stays the same between ticks, and is updated here only if no timer is running. */
function current(): Date {
  if (timer === undefined && Date.now() - now.getTime() > EVERY_MS) now = new Date();
  return now;
}

/**
 * Returns a text that depends on the current time, such as an age. Hydration uses the time of the server's rendering,
 * so that server and browser render the same text.
 * @param textAt returns the text; it must depend only on the time
 */
function useTimeDependentText(textAt: (now: Date) => string): string {
  const renderedAt = useRenderedAt();
  return useSyncExternalStore(
    subscribe,
    () => textAt(current()),
    () => textAt(renderedAt),
  );
}

type Authored = Pick<Thread | Comment, "user" | "createdAt" | "editedAt" | "isAutomated">;

/** Returns the hue of the avatar for a name, in degrees. */
function hueOf(name: string): number {
  let hue = 0;
  for (const character of name) hue = (hue * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hue;
}

export function Avatar({ username }: { username: string }) {
  return (
    <span aria-hidden="true" style={{ "--hue": hueOf(username) } as CSSProperties} className="initial">
      {Array.from(username)[0]?.toUpperCase()}
    </span>
  );
}

interface BylineProps {
  post: Authored;
  verb?: string;
  /** Content shown instead of the age, such as a link. */
  age?: ReactNode;
  lastReplyAt?: string | null;
  /** Content after the times. */
  after?: ReactNode;
  /** Chips after the name. */
  children?: ReactNode;
}

export function Byline({ post, verb, age, lastReplyAt, after, children }: BylineProps) {
  return (
    <p className="byline">
      <span translate="no" className="font-semibold text-ink">
        {post.user.username}
      </span>
      {post.isAutomated && <Chip>{BOT_BADGE}</Chip>}
      {children}
      <span>
        {/* Phones have room for only one of the two times. */}
        <span className={lastReplyAt ? "max-sm:sr-only" : ""}>
          {verb && <span className="max-sm:sr-only">{verb} </span>}
          {age ?? <Age moment={post.createdAt} />}
          {post.editedAt && " (edited)"}
        </span>
        {lastReplyAt && (
          <>
            <span className="max-sm:sr-only"> · </span>Last reply <Age moment={lastReplyAt} />
          </>
        )}
      </span>
      {after}
    </p>
  );
}

const JUST_NOW = "Just now";

/** Returns 'Just now', '5m ago', '2h ago' or '3d ago' (docs/product.md, In the browser). */
export function ageText(moment: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(moment)) / MINUTE_MS);
  if (minutes < 1) return JUST_NOW;
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / 1440)}d ago`;
}

export function Age({ moment }: { moment: string }) {
  const text = useTimeDependentText((now) => ageText(moment, now));
  return (
    <time
      dateTime={moment}
      title={formatMoment(moment)}
      data-recent={text === JUST_NOW || text.endsWith("m ago") || undefined}
    >
      {text}
    </time>
  );
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Matches punctuation after a URL that belongs to the sentence, not to the URL. */
const TRAILING = /(?<![.,;:!?\])}…])[.,;:!?\])}…]+$/;

/** Returns the text if it is a valid http(s) URL; null otherwise. */
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
    // A closing bracket belongs to the URL if the URL contains the opening one.
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

/** Shows plain text with line breaks and links. Markup in the text is not interpreted. */
export function PostText({ text }: { text: string }) {
  return (
    <div dir="auto" className="whitespace-pre-line wrap-anywhere">
      {partsOf(text)}
    </div>
  );
}
