import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type AlertFrequency, type SavedSearchView, SEARCH_NAME_MAX } from "../../../worker/contracts/alerts.ts";
import { belowMarketText, priceText } from "../../../worker/contracts/listing-text.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { lenientSearch, listQuery } from "../../../worker/contracts/search.ts";
import { ALERT_CHANGE, type AlertChange } from "../../lib/alert-change.ts";
import { failureText } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { PATHS } from "../../lib/paths.ts";
import { writeStorage } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { asWritten } from "../../ui/as-written.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field, SelectField, TextInput } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type AlertStep, foundBy, useAlertStep } from "./alerts.queries.ts";

const STATES = {
  asked: "Waits for your confirmation",
  active: "On",
  paused: "Paused",
  stopped: "Stopped",
} as const;

const OFTEN: readonly (readonly [AlertFrequency, string])[] = [
  ["daily", "Every day"],
  ["weekly", "On Mondays"],
  ["instant", "Within minutes"],
];

interface CardProps {
  token: string;
  search: SavedSearchView;
  isVip: boolean;
}

/** A saved search with everything that its holder can do with it. */
export function SavedSearchCard({ token, search, isVip }: CardProps) {
  const { id, state, name, summary, frequency, hasPlaces } = search;
  const [isNaming, setIsNaming] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [showsFound, setShowsFound] = useState(false);
  const { mutate, isPending, variables } = useAlertStep(token);
  const take = (step: AlertStep, onSuccess?: () => void) =>
    mutate(step, {
      ...(onSuccess && { onSuccess }),
      onError: (error) => toast({ title: "Not Saved", description: failureText(error), variant: "destructive" }),
    });
  const isBusy = (step: AlertStep["step"]) => isPending && variables.step === step;
  const title = name ?? summary;
  const list = PATHS.home + listQuery(search.filter, lenientSearch(new URLSearchParams(search.query)));
  const isOn = state === "active";
  const oftens = OFTEN.filter(([value]) => value !== "instant" || isVip || frequency === "instant");
  return (
    <li className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        {name !== null && <p className="text-ink-muted">{summary}</p>}
        <p className="text-sm text-ink-muted">
          {STATES[state]}
          {hasPlaces && " · with the ways to your places"}
        </p>
      </div>
      {isNaming && (
        <NameForm
          name={name ?? ""}
          isSaving={isBusy("change")}
          onSave={(text) => take({ step: "change", id, change: { name: text } }, () => setIsNaming(false))}
        />
      )}
      {state !== "asked" && (
        <SelectField
          label="How often"
          value={frequency}
          options={oftens}
          onChange={(event) =>
            take({ step: "change", id, change: { frequency: event.target.value as AlertFrequency } })
          }
        />
      )}
      <div className="flex flex-wrap gap-2">
        {state === "asked" ? (
          <Button busy={isBusy("confirm")} onClick={() => take({ step: "confirm", id })}>
            Confirm
          </Button>
        ) : (
          <Button
            variant={isOn ? "secondary" : "primary"}
            busy={isBusy("change") && !isNaming}
            onClick={() => take({ step: "change", id, change: { paused: isOn } })}
          >
            {isOn ? "Pause" : "Turn On"}
          </Button>
        )}
        <Button variant="secondary" aria-expanded={showsFound} onClick={() => setShowsFound(!showsFound)}>
          What It Finds
        </Button>
        <Button variant="ghost" aria-expanded={isNaming} onClick={() => setIsNaming(!isNaming)}>
          Rename
        </Button>
        <Link
          to={list}
          onClick={() =>
            writeStorage("session", ALERT_CHANGE, JSON.stringify({ token, id, name: title } satisfies AlertChange))
          }
          className={buttonClass({ variant: "ghost" })}
        >
          Change
        </Link>
        <Button variant="ghost" busy={isBusy("delete")} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {showsFound && <Found token={token} id={id} />}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this search?"
        description={`You hear no more of “${title}”.`}
        confirmLabel="Delete"
        onConfirm={() => {
          setIsDeleting(false);
          take({ step: "delete", id });
        }}
      />
    </li>
  );
}

function NameForm({ name, isSaving, onSave }: { name: string; isSaving: boolean; onSave(name: string): void }) {
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <Field label="Name of the search">
          {(ids) => (
            <TextInput
              {...ids}
              value={text}
              autoComplete="off"
              maxLength={SEARCH_NAME_MAX}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" busy={isSaving}>
        Save Name
      </Button>
    </form>
  );
}

/** What the search would have found. */
function Found({ token, id }: { token: string; id: number }) {
  const { data, error } = useQuery(foundBy(token, id));
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <div>
      <output className="font-semibold">
        {plural(data.listings.length, "home")} of the last {data.days} days
      </output>
      <ul className="mt-2 grid gap-2">
        {data.listings.map((listing) => (
          <li key={listing.id} className="min-w-0">
            <Link
              to={listingPath(listing)}
              className="inline-flex min-h-6 flex-wrap gap-x-2 wrap-anywhere text-accent underline underline-offset-4"
            >
              <strong translate="no">{priceText(listing)}</strong> {asWritten(listing.title)}
            </Link>{" "}
            <span className="text-sm text-good">{belowMarketText(listing)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
