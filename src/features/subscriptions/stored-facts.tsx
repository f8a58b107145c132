import type { SubscriberRecord, SubscriberStatus } from "../../../worker/contracts/subscribers.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { formatCents } from "../../lib/format.ts";
import { Chip, type ChipTone } from "../../ui/chip.tsx";
import { areasText } from "./preferences-text.ts";

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

/** `moveInDate` → `Move in date` */
const nameText = (key: string) =>
  key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A stored record, field by field. */
export function factsOf(record: object): Fact[] {
  return Object.entries(record).map(([key, value]) => ({ name: nameText(key), value: valueText(value) }));
}

const momentText = (moment: string | null) => (moment === null ? "–" : formatMoment(moment));

/** A subscription, apart from its status and the steps of its consent. */
export function subscriptionFacts({
  createdAt,
  confirmedAt,
  sessionId,
  referrer,
  preferences,
}: SubscriberRecord): Fact[] {
  const { bedrooms, maxRent, areas, frequency } = preferences;
  return [
    { name: "Signed up", value: momentText(createdAt) },
    { name: "Confirmed", value: momentText(confirmedAt) },
    { name: "Came from", value: referrer ?? "–" },
    { name: "Visit", value: sessionId ?? "–" },
    { name: "Bedrooms", value: bedrooms.length === 0 ? "All" : bedrooms.join(", ") },
    { name: "Maximum rent", value: maxRent === null ? "Any" : formatCents(maxRent * 100) },
    { name: "Areas", value: areasText(areas) },
    { name: "Frequency", value: frequency === "weekly" ? "Mondays" : "Monday, Wednesday and Friday" },
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
  suppressed: { label: "Gets no mail", tone: "danger" },
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
