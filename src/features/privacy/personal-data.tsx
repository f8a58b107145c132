import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PersonalData } from "../../../worker/contracts/subscribers.ts";
import { ApiError } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { plural } from "../../lib/format.ts";
import { PATHS } from "../../lib/paths.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure } from "../../ui/emailed-link.tsx";
import { useErasure } from "./privacy.queries.ts";
import { ConsentTable, Facts, listFacts, StatusChips, subscriptionFacts, suppressionText } from "./stored-record.tsx";

interface PersonalDataViewProps {
  token: string;
  data: PersonalData;
  onErased(): void;
}

/** Shows all data stored about an email address, with buttons to download or erase it. */
export function PersonalDataView({ token, data, onErased }: PersonalDataViewProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const erasure = useErasure(token);
  const { email, subscription, listings, suppression, neverSince, proof } = data;
  const isVipActive = erasure.error instanceof ApiError && erasure.error.code === "privacy.vip_active";
  const save = () => saveFile("my-data.json", "application/json", JSON.stringify(data, null, 2));
  const erase = () => erasure.mutate(undefined, { onSuccess: onErased, onSettled: () => setIsConfirming(false) });

  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-2xl font-bold">What we store about you</h1>
        <p className="mt-1 text-ink-muted">
          {email}, as of {formatMoment(data.madeAt)}.
        </p>
      </div>
      <div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={save}>
            <Download aria-hidden className="size-4" />
            Download
          </Button>
          <Button variant="danger" disabled={erasure.isPending} onClick={() => setIsConfirming(true)}>
            <Trash2 aria-hidden className="size-4" />
            Erase Everything
          </Button>
        </div>
        <Failure error={erasure.error} />
        {isVipActive && (
          <p className="text-center">
            <Link to={PATHS.vip} className="font-semibold text-accent underline underline-offset-4">
              Manage or cancel VIP access
            </Link>
          </p>
        )}
      </div>

      {subscription !== null && (
        <Section title="Subscription">
          <p>
            <StatusChips record={subscription} />
          </p>
          <Facts facts={subscriptionFacts(subscription)} />
          <ConsentTable consents={subscription.consents} />
        </Section>
      )}
      {listings.length > 0 && (
        <Section title="Listings">
          {listings.map((listing) => (
            <Disclosure
              key={`${String(listing.id)} ${listingName(listing)}`}
              summary={<span translate="no">{listingName(listing)}</span>}
            >
              <Facts facts={listFacts(listing)} />
            </Disclosure>
          ))}
        </Section>
      )}
      {Object.entries(recordsOf(data)).map(
        ([title, records]) =>
          records.length > 0 && (
            <Section key={title} title={title}>
              {records.map((record) => (
                <Facts key={JSON.stringify(record)} facts={listFacts(record)} />
              ))}
            </Section>
          ),
      )}
      <Section title="Email">
        {suppression !== null && <p>We send nothing to this address: {suppressionText(suppression)}.</p>}
        {neverSince !== null && (
          <p>
            We never write to this address, as you asked on {formatMoment(neverSince)}. This stays in place when you
            erase your data.
          </p>
        )}
        <p>
          {proof === null
            ? "No link or code that we emailed to this address was used in the last year."
            : `A link or code that we emailed to this address was first used on ${formatMoment(proof.provenAt)}, and last on ${formatMoment(proof.lastUsedAt)}.`}
        </p>
        <p className="text-ink-muted">Nothing else is stored about this address.</p>
      </Section>

      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Erase everything?"
        description={erasureText(data)}
        confirmLabel="Erase Everything"
        busy={erasure.isPending}
        onConfirm={erase}
      />
    </div>
  );
}

/** Returns the records that are shown as plain lists, by the title of their section. */
const recordsOf = ({
  vip,
  follows,
  searches,
  browsers,
  person,
  invitation,
}: PersonalData): Record<string, object[]> => ({
  "VIP access": vip,
  Discussions: follows,
  "Saved searches": searches,
  "Browsers with notifications": browsers,
  "Work on this site": [person && { ...person, passkeys: person.passkeys.map(({ name }) => name) }, invitation].filter(
    (record) => record !== null,
  ),
});

function erasureText({ subscription, listings, follows, searches, browsers, person }: PersonalData): string {
  const photos =
    listings.length === 1 ? "is removed from the site with its photos" : "are removed from the site with their photos";
  return [
    ...(subscription === null ? [] : ["Your subscription ends and its data is deleted."]),
    ...(listings.length === 0 ? [] : [`${plural(listings.length, "listing")} ${photos}.`]),
    ...(follows.length === 0 ? [] : ["You no longer follow any discussion."]),
    ...(searches.length === 0 ? [] : ["Your saved searches are deleted."]),
    ...(browsers.length === 0 ? [] : ["Your browsers are no longer notified."]),
    ...(person === null
      ? []
      : ["You can no longer log in to the admin panel, and your name is removed from its audit log."]),
    "This page and every link that we emailed to you will stop working. This cannot be undone.",
  ].join(" ");
}

const listingName = ({ address, id }: Record<string, unknown>) =>
  typeof address === "string" && address !== "" ? address : `Listing #${String(id)}`;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}
