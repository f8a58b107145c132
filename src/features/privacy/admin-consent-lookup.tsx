import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import type { SubscriberRecord } from "../../../worker/contracts/subscribers.ts";
import { useHasRole } from "../../lib/role.ts";
import { EmailForm } from "../../ui/email-form.tsx";
import { subscriberRecord } from "./privacy.queries.ts";
import { ConsentTable, Facts, StatusChips, subscriptionFacts, suppressionFacts } from "./stored-record.tsx";

/** Form that looks up the proof of consent that CASL requires senders to have. */
export function AdminConsentLookup() {
  const client = useQueryClient();
  const [email, setEmail] = useState<string | null>(null);
  const { data: record } = useQuery({ ...subscriberRecord(email ?? ""), enabled: false });
  const mayLookUp = useHasRole("moderator");
  if (!mayLookUp) return null;
  return (
    <section
      aria-labelledby="consent-heading"
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div>
        <h2 id="consent-heading" className="text-lg font-semibold">
          Proof of consent
        </h2>
        <p className="text-sm text-ink-muted">Shows when and how a person signed up.</p>
      </div>
      <EmailForm
        label="Subscriber’s email address"
        action="Look Up"
        busyAction="Looking up..."
        isOwnAddress={false}
        onSend={async (address) => {
          await client.fetchQuery({ ...subscriberRecord(address), gcTime: MINUTE_MS, staleTime: 0 });
          setEmail(address);
        }}
      />
      <output className="block">{email !== null && record === null && `${email} has never signed up.`}</output>
      {record && <Record record={record} />}
    </section>
  );
}

function Record({ record }: { record: SubscriberRecord }) {
  return (
    <article aria-label={record.email} className="grid grid-cols-1 gap-3">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {record.email} <StatusChips record={record} />
      </h3>
      <Facts facts={[...suppressionFacts(record), ...subscriptionFacts(record)]} />
      <ConsentTable consents={record.consents} />
    </article>
  );
}
