import type { ConsentRecord } from "../../../worker/contracts/subscribers.ts";
import { formatMoment } from "../../lib/format-moment.ts";

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
  never: "link never to write again",
  erased: "data erased",
};
const cellClass = "px-3 py-2 text-left align-top";

/** The steps of a consent, in the order they are stored; three columns, so that they fit on a phone. */
export function ConsentTable({ consents }: { consents: readonly ConsentRecord[] }) {
  if (consents.length === 0) return <p className="text-ink-muted">No steps of consent are stored.</p>;
  return (
    <table className="w-full border-collapse border border-line text-sm">
      <caption className="mb-1 text-left font-semibold">Steps of consent</caption>
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
  const proof = [
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
        {proof.length === 0 ? (
          "–"
        ) : (
          <ul>
            {proof.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
