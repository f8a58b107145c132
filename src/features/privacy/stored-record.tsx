import type {
  ConsentRecord,
  SubscriberRecord,
  SubscriberStatus,
  Suppression,
  SuppressionReason,
} from "../../../worker/contracts/subscribers.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { areasText, formatCents } from "../../lib/format.ts";
import { Chip, type ChipTone } from "../../ui/chip.tsx";

interface Fact {
  name: string;
  value: string;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return MOMENT.test(value) ? formatMoment(value) : value;
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(valueText).join(", ");
  return JSON.stringify(value);
}

/** Returns a key as words: `moveInDate` → `Move in date`. */
const nameText = (key: string) =>
  key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function listFacts(record: object): Fact[] {
  return Object.entries(record).map(([key, value]) => ({ name: nameText(key), value: valueText(value) }));
}

const momentText = (moment: string | null) => (moment === null ? "–" : formatMoment(moment));

/** Returns the details of a subscription, without its status and consents. */
export function subscriptionFacts({
  createdAt,
  confirmedAt,
  sessionId,
  referrer,
  preferences,
  wishes,
}: SubscriberRecord): Fact[] {
  const { bedrooms, maxRent, areas } = wishes ?? preferences;
  return [
    { name: "Signed up", value: momentText(createdAt) },
    { name: "Confirmed", value: momentText(confirmedAt) },
    { name: "Came from", value: referrer ?? "–" },
    { name: "Visit", value: sessionId ?? "–" },
    { name: "Bedrooms", value: bedrooms.length === 0 ? "All" : bedrooms.join(", ") },
    { name: "Maximum rent", value: maxRent === null ? "Any" : formatCents(maxRent * 100) },
    { name: "Areas", value: areasText(areas) },
    { name: "Frequency", value: preferences.frequency === "weekly" ? "Mondays" : "Monday, Wednesday and Friday" },
  ];
}

const SUPPRESSION_TEXT: Record<SuppressionReason, string> = {
  bounced: "our email bounced permanently",
  complained: "our email was marked as spam",
  refused: "the mail service currently refuses email to it",
  never: "asked us to block all email",
};

/** Returns a text such as `our email bounced permanently, since Nov 23, 2026, 10:00, until …`. */
export const suppressionText = ({ reason, at, endsAt }: Suppression) =>
  `${SUPPRESSION_TEXT[reason]}, since ${formatMoment(at)}${endsAt === null ? "" : `, until ${formatMoment(endsAt)}`}`;

/** Returns the reasons why a subscriber gets no email, for moderators; empty for a subscriber who gets email. */
export function suppressionFacts({ suppression, neverSince }: SubscriberRecord): Fact[] {
  return [
    ...(suppression === null ? [] : [{ name: "Gets no email", value: suppressionText(suppression) }]),
    ...(neverSince === null ? [] : [{ name: "All email blocked", value: `as asked on ${formatMoment(neverSince)}` }]),
  ];
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 py-1 sm:grid-cols-[max-content_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-sm text-ink-muted sm:py-0.5">{name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:mb-2 sm:py-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const STATUS: Record<SubscriberStatus, { label: string; tone: ChipTone }> = {
  pending: { label: "Not confirmed", tone: "warn" },
  confirmed: { label: "Confirmed", tone: "accent" },
  unsubscribed: { label: "Unsubscribed", tone: "neutral" },
  suppressed: { label: "Gets no email", tone: "danger" },
};

export function StatusChips({ record: { status, isVip } }: { record: SubscriberRecord }) {
  const { label, tone } = STATUS[status];
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Chip tone={tone}>{label}</Chip>
      {isVip && <Chip>VIP</Chip>}
    </span>
  );
}

const KIND_TEXT: Record<ConsentRecord["kind"], string> = {
  requested: "Asked to join",
  confirmed: "Confirmed",
  withdrawn: "Withdrew",
};
const METHOD_TEXT: Readonly<Record<string, string>> = {
  landing: "form on the homepage",
  marketplace: "form in the marketplace",
  reply: "reply to our email",
  button: "button on the confirmation page",
  vip: "VIP purchase",
  link: "unsubscribe link",
  "one-click": "one-click unsubscribe",
  bounced: "our email bounced",
  complained: "marked as spam",
  refused: "refused by the mail service",
  never: "link to block all email",
  erased: "data erased",
};
const cellClass = "px-3 py-2 text-left align-top";

/** Table of consents. The table has only three columns, so that it fits on a phone. */
export function ConsentTable({ consents }: { consents: readonly ConsentRecord[] }) {
  if (consents.length === 0) return <p className="text-ink-muted">No consent history is stored.</p>;
  return (
    <table className="w-full border-collapse border border-line text-sm">
      <caption className="mb-1 text-left font-semibold">Consent history</caption>
      <thead className="bg-sunken">
        <tr>
          {["When", "What", "Proof"].map((name) => (
            <th key={name} scope="col" className={`${cellClass} font-semibold wrap-normal`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {consents.map((consent) => (
          <Step key={`${consent.at} ${consent.kind} ${consent.method}`} consent={consent} />
        ))}
      </tbody>
    </table>
  );
}

function Step({ consent: { at, kind, method, ipAddress, wordingVersion, detail } }: { consent: ConsentRecord }) {
  const evidence = [
    ipAddress !== null && `From ${ipAddress}`,
    wordingVersion !== null && `Text of ${wordingVersion}`,
    detail !== null && `Message ${detail}`,
  ].filter((line) => line !== false);
  return (
    <tr>
      <td className={`${cellClass} wrap-normal tabular-nums`}>{formatMoment(at)}</td>
      <td className={`${cellClass} wrap-normal`}>
        {KIND_TEXT[kind]}
        <span className="block text-ink-muted">{METHOD_TEXT[method] ?? method}</span>
      </td>
      <td className={`${cellClass} wrap-anywhere`}>
        {evidence.length === 0 ? (
          "–"
        ) : (
          <ul>
            {evidence.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
