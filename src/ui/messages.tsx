import { formatMoment } from "../lib/format-time.ts";

interface Message {
  id: number;
  text: string;
  /** Time in ISO 8601. */
  sentAt: string;
}

interface MessagesProps<One extends Message> {
  messages: readonly One[];
  /** Returns the name of a message's author, shown before its time. */
  authorNameOf(message: One): string;
}

/** Lists messages between moderators and a landlord, oldest first. */
export function Messages<One extends Message>({ messages, authorNameOf }: MessagesProps<One>) {
  return (
    <ol className="grid gap-3">
      {messages.map((message) => (
        <li key={message.id} className="border-l-2 border-line-strong pl-3">
          <p className="text-sm text-ink-muted">
            {authorNameOf(message)}, <time dateTime={message.sentAt}>{formatMoment(message.sentAt)}</time>
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
