import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { BAN_REASON_MAX } from "../../../../worker/contracts/bans.schemas.ts";
import {
  BEDROOMS,
  type Bedrooms,
  HOME_TYPE_NAMES,
  HOME_TYPES,
  type HomeType,
} from "../../../../worker/contracts/bedrooms.ts";
import type { BulkBanKind, SkippedListing } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { plural } from "../../../lib/format.ts";
import { networkToBan } from "../../../lib/ip-addresses.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, SelectField, TextArea, withText } from "../../../ui/field.tsx";
import { OwnAddressWarning } from "../../../ui/own-address-warning.tsx";
import { type DecisionDialogProps, DecisionForm, useDecision } from "./admin-bulk-parts.tsx";
import { adminListingContext } from "./admin-listings.queries.ts";
import { AdminDifference } from "./admin-listing-presence.tsx";

const UNCHANGED = ["", "No change"] as const;

/** Form that changes the type or kind of home of several listings. */
export function AdminBulkRetype({ listings, onDone, onClose }: DecisionDialogProps) {
  const decision = useDecision(listings, "Failed to update the listings");
  const [bedrooms, setBedrooms] = useState<Bedrooms>();
  const [homeType, setHomeType] = useState<HomeType>();
  const [isTried, setIsTried] = useState(false);
  const isMissing = isTried && bedrooms === undefined && homeType === undefined;
  const submit = () => {
    setIsTried(true);
    if (bedrooms === undefined && homeType === undefined) return;
    void decision.decide({ action: "retype", bedrooms, homeType }, { onDone });
  };
  return (
    <DecisionForm
      listings={listings}
      decision={decision}
      title={`Change the type of ${plural(listings.length, "listing")}`}
      submitLabel={`Change ${listings.length}`}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Kind of home"
        error={isMissing ? "Please choose a type." : undefined}
        hint="A room or a bed is listed as Private Room. We email each landlord."
        options={[UNCHANGED, ...HOME_TYPES.map(withText((value) => HOME_TYPE_NAMES[value]))]}
        value={homeType ?? ""}
        onChange={({ target }) => setHomeType(HOME_TYPES.find((known) => known === target.value))}
      />
      <SelectField
        label="Type"
        options={[UNCHANGED, ...BEDROOMS.map(withText(String))]}
        value={bedrooms ?? ""}
        onChange={({ target }) => setBedrooms(BEDROOMS.find((known) => known === target.value))}
      />
    </DecisionForm>
  );
}

const BAN_KINDS: Record<BulkBanKind, string> = {
  phone: "Their phone numbers",
  address: "The IP addresses they used",
  network: "The networks around those addresses",
};

/**
 * The landlord's phone number, IP address or network to ban, with the text that the dialog shows for it. The value is
 * null if it is unknown or not loaded yet.
 */
interface BanTarget {
  value: string | null;
  text: string;
}

/** Returns a function that finds what can be banned for a listing's landlord. */
function useBanTargets(listings: readonly AdminListing[], kind: BulkBanKind): (listing: AdminListing) => BanTarget {
  const contexts = useQueries({
    queries: listings.map(({ id, revision }) => ({ ...adminListingContext(id, revision), enabled: kind !== "phone" })),
  });
  const known = (value: string | null) => ({ value, text: value ?? "not known, will be left out" });
  return (listing) => {
    if (kind === "phone") return known(listing.phone);
    const context = contexts[listings.indexOf(listing)];
    if (!context?.data) return { value: null, text: context?.isError ? "could not be read" : "…" };
    const address = context.data.ownerAddress;
    if (kind === "network") return known(address === null ? null : networkToBan(address));
    return known(address?.includes("/") ? null : address);
  };
}

/** Form that bans the phone numbers, IP addresses or networks of several listings' landlords. */
export function AdminBulkBan({ listings, onDone, onClose }: DecisionDialogProps) {
  const decision = useDecision(listings, "Failed to ban");
  const [kind, setKind] = useState<BulkBanKind>("phone");
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const findBanTarget = useBanTargets(listings, kind);
  const submit = () => {
    setIsTried(true);
    if (reason.trim() === "") return;
    void decision.decide({ action: "ban", kind, reason }, { onDone });
  };
  return (
    <DecisionForm
      listings={listings}
      decision={decision}
      detailOf={(listing) => findBanTarget(listing).text}
      title={`Ban the landlords of ${plural(listings.length, "listing")}`}
      submitLabel={`Ban ${listings.length}`}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium">What to ban</legend>
        {Object.entries(BAN_KINDS).map(([value, label]) => (
          <Choice
            key={value}
            type="radio"
            name="kind"
            checked={kind === value}
            onChange={() => setKind(value as BulkBanKind)}
          >
            {label}
          </Choice>
        ))}
      </fieldset>
      <OwnAddressWarning
        addresses={kind === "phone" ? [] : listings.flatMap((listing) => findBanTarget(listing).value ?? [])}
      />
      <p className="text-sm text-ink-muted">
        The listings stay as they are.{" "}
        {kind === "phone" ? "Only moderators see the reason." : "The banned visitor sees the reason."}
      </p>
      <Field label="Reason" required error={isTried && reason.trim() === "" ? "Please give a reason." : undefined}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={BAN_REASON_MAX}
            value={reason}
            readOnly={decision.isPending}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </DecisionForm>
  );
}

interface AdminBulkRefusalsProps {
  refused: readonly SkippedListing[];
  /** The listings of the decision, as this moderator last loaded them. */
  listings: readonly AdminListing[];
  onClose(): void;
}

/** Dialog with the listings that a bulk decision skipped because they had changed, each with its changes. */
export function AdminBulkRefusals({ refused, listings, onClose }: AdminBulkRefusalsProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`${plural(refused.length, "listing")} changed in the meantime`}
      description="Your decision was not applied to these. Please review them again."
      footer={
        <Button variant="secondary" onClick={onClose}>
          Back to the List
        </Button>
      }
    >
      <ul className="grid gap-4">
        {refused.map(({ id, error, difference }) => {
          const seen = listings.find((listing) => listing.id === id);
          return (
            <li key={id} className="grid gap-1.5">
              <p className="font-semibold wrap-anywhere">
                {untranslated(seen ? listingTitle(seen.bedrooms, seen.address) : `#${id}`)}
              </p>
              <p className="text-sm">{error}</p>
              <AdminDifference difference={difference} />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
