import { MailCheck, MailMinus } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  endSubscription,
  type Frequency,
  type Preferences,
  savePreferences,
  type SubscriberStatus,
} from "../../../worker/contracts/subscribers.ts";
import type { EmailsView } from "../../../worker/contracts/emails.ts";
import { call, failureText } from "../../lib/api.ts";
import { PATHS } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure, Outcome } from "../../ui/emailed-link.tsx";
import { useWishFields, WishFields } from "../../ui/wish-fields.tsx";
import { useEmailsChange } from "./emails.queries.ts";
import { Address, type EmailsProps } from "./page-parts.tsx";

const linkClass = "font-semibold text-accent underline underline-offset-4";

type Edition = NonNullable<EmailsView["edition"]>;

const FREQUENCY_TEXT: Record<Frequency, string> = {
  every: "Every Monday, Wednesday and Friday",
  weekly: "Once a week, on Mondays",
};

/** Reasons why a subscriber gets no editions, each as a short text and as a sentence. */
const NO_EDITION_REASONS: Record<Exclude<SubscriberStatus, "confirmed">, [state: string, note: string]> = {
  pending: ["Not confirmed", "Please reply to the email we sent you to confirm this subscription."],
  unsubscribed: ["Unsubscribed", "This address is unsubscribed. You can join again on the homepage."],
  suppressed: ["Stopped", "Emails to this address bounced or were refused. If that is wrong, please write to us."],
};

/** Returns how often the subscriber gets listings by email, or why they get none. */
export const editionState = ({ status, preferences }: Edition): string =>
  status === "confirmed" ? FREQUENCY_TEXT[preferences?.frequency ?? "every"] : NO_EDITION_REASONS[status][0];

/** Section with the preferences of a subscription. */
export function EditionPart({
  link,
  edition,
  preferences,
}: {
  link: string;
  edition: Edition;
  preferences: Preferences;
}) {
  const wishes = useWishFields(preferences);
  const [frequency, setFrequency] = useState(preferences.frequency);
  const saving = useEmailsChange(link, async (body: Preferences) => ({
    edition: { ...edition, ...(await call(savePreferences, { token: edition.token, body })) },
  }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const chosen = wishes.read();
    if (chosen === null) return;
    saving.mutate(
      { ...chosen, frequency },
      {
        onSuccess: ({ edition: saved }) => {
          wishes.show(saved.preferences);
          setFrequency(saved.preferences.frequency);
          toast({ title: "Preferences Saved", description: "They apply from the next email." });
        },
        onError: (error) => {
          toast({ title: "Preferences Not Saved", description: failureText(error), variant: "destructive" });
          wishes.refuseFor(error);
        },
      },
    );
  };

  return (
    <form noValidate method="post" onSubmit={submit} className="grid grid-cols-1 gap-6">
      {edition.status !== "confirmed" && (
        <p className="rounded-card bg-warn-soft p-4 text-warn">
          {NO_EDITION_REASONS[edition.status][1]} We keep your preferences.
        </p>
      )}
      <WishFields wishes={wishes} />
      <fieldset>
        <legend className="text-sm font-medium">How often</legend>
        {Object.entries(FREQUENCY_TEXT).map(([value, text]) => (
          <Choice
            key={value}
            type="radio"
            name="frequency"
            checked={frequency === value}
            onChange={() => setFrequency(value as Frequency)}
          >
            {text}
          </Choice>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button type="submit" size="lg" busy={saving.isPending} className="max-sm:w-full">
          {saving.isPending ? "Saving..." : "Save Preferences"}
        </Button>
        {edition.status !== "unsubscribed" && edition.links?.unsubscribe !== undefined && (
          <Link to={edition.links.unsubscribe} className={`inline-flex min-h-11 items-center ${linkClass}`}>
            Unsubscribe from listings by email
          </Link>
        )}
      </div>
    </form>
  );
}

/** Button to unsubscribe. The link alone does not unsubscribe, because mail scanners open every link. */
export function Unsubscribe({ link, edition }: Pick<EmailsProps, "link"> & { edition: Edition }) {
  const leaving = useEmailsChange(link, async () => {
    // The content type distinguishes this request from a mail client's one-click unsubscribe.
    await call(endSubscription, { token: link }, { headers: { "Content-Type": "application/json" } });
    return { edition: { ...edition, status: "unsubscribed" as const } };
  });
  const hasLeft = edition.status === "unsubscribed" || edition.status === "suppressed";
  return (
    <>
      <Outcome
        key={String(hasLeft)}
        takesFocus={leaving.isSuccess}
        icon={hasLeft ? MailCheck : MailMinus}
        title={hasLeft ? "You are unsubscribed" : "Unsubscribe"}
        actions={
          hasLeft ? (
            <Link to={PATHS.join} className={buttonClass({ variant: "secondary" })}>
              Join Again
            </Link>
          ) : (
            <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
              {leaving.isPending ? "Unsubscribing..." : "Unsubscribe"}
            </Button>
          )
        }
      >
        <p>
          <Address email={edition.email} />{" "}
          {hasLeft
            ? "gets no more listings by email. You can still use the site and join again at any time: we’ll keep your preferences."
            : "will get no more listings by email."}
        </p>
      </Outcome>
      <Failure error={leaving.error} />
      {!hasLeft && (
        <p className="text-center text-sm text-ink-muted">
          You can cancel paid VIP access{" "}
          <Link to={PATHS.vip} className={linkClass}>
            on its own page
          </Link>
          .
        </p>
      )}
    </>
  );
}
