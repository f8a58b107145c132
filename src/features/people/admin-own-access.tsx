import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Passkey } from "../../../worker/contracts/people.ts";
import { PERSON_NAME_MAX } from "../../../worker/contracts/people.ts";
import type { AdminSession, LoginMethod, StaffSession } from "../../../worker/contracts/sessions.ts";
import { ApiError, failureText } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Row, Rows } from "./admin-access-rows.tsx";
import { passkeyList, sessionList, useAddPasskey, useRemoval } from "./people.queries.ts";

/** One's own passkeys, and open sessions; an operator sees everybody's. */
export function AdminOwnAccess({
  person,
  isOperator,
}: {
  person: NonNullable<AdminSession["person"]> | null;
  isOperator: boolean;
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {person === null ? (
        <SectionCard title="Your passkeys">
          <p className="text-ink-muted">You are logged in with the shared password, which has no passkeys.</p>
        </SectionCard>
      ) : (
        <Passkeys />
      )}
      <Sessions title={isOperator ? "Open sessions" : "Your open sessions"} />
    </div>
  );
}

/** A cancelled or impossible passkey is the browser's error, in whose words nobody finds a way out. */
const passkeyProblem = (error: unknown): string =>
  error instanceof ApiError || error instanceof TypeError
    ? failureText(error)
    : "The browser made no passkey. Please try again, or use another device.";

function Passkeys() {
  const { data: passkeys = [] } = useQuery(passkeyList());
  const [name, setName] = useState("");
  const addition = useAddPasskey();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (addition.isPending) return;
    addition.mutate(name.trim() || "Passkey", {
      onSuccess: () => {
        setName("");
        toast({ title: "Passkey added", description: "You can log in with it from now on." });
      },
    });
  };
  return (
    <SectionCard
      title="Your passkeys"
      note="Log in with your fingerprint, face or a security key. Without one, a code is mailed to you."
    >
      <Rows>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Rows>
      <form noValidate onSubmit={add} className="mt-3 grid grid-cols-1 gap-3">
        <Field
          label="Name of the new passkey"
          hint="Such as “Work laptop”."
          error={addition.error ? passkeyProblem(addition.error) : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoComplete="off"
              maxLength={PERSON_NAME_MAX}
              value={name}
              readOnly={addition.isPending}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="secondary"
          busy={addition.isPending}
          className="justify-self-start max-sm:w-full"
        >
          Add a Passkey
        </Button>
      </form>
    </SectionCard>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, isSynced } }: { passkey: Passkey }) {
  const removal = useRemoval("passkeys", "Failed to remove the passkey");
  const [isAsking, setIsAsking] = useState(false);
  const remove = async () => {
    await removal.remove(id, { title: "Passkey removed", description: "What it opened has ended." });
    setIsAsking(false);
  };
  const used = lastUsedAt === null ? "never used" : `last used ${formatMoment(lastUsedAt)}`;
  return (
    <Row title={name} note={`Added ${formatMoment(createdAt)}, ${used}${isSynced ? ", synced to your devices" : ""}`}>
      <Button variant="ghost" size="sm" busy={removal.isPending} onClick={() => setIsAsking(true)}>
        Remove<span className="sr-only"> the passkey {name}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove the passkey ${name}?`}
        description="It no longer logs you in, and what it opened ends at once, also here. A code mailed to you still logs you in."
        confirmLabel="Remove Passkey"
        busy={removal.isPending}
        onConfirm={() => void remove()}
      />
    </Row>
  );
}

const WAYS: Record<LoginMethod, string> = {
  password: "shared password",
  link: "mailed link of the shared password",
  passkey: "passkey",
  code: "mailed code",
  invitation: "invitation",
};

function Sessions({ title }: { title: string }) {
  const { data: sessions = [] } = useQuery(sessionList());
  return (
    <SectionCard title={title}>
      <Rows>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
    </SectionCard>
  );
}

function SessionRow({ session }: { session: StaffSession }) {
  const ending = useRemoval("sessions", "Failed to end the session");
  const who = session.person?.name ?? "Shared password";
  const device = session.device === "" ? "unknown device" : session.device;
  return (
    <Row
      title={`${who}, ${device}`}
      note={`By ${WAYS[session.method]} since ${formatMoment(session.since)}, last seen ${formatMoment(session.lastSeenAt)}${session.isIdle ? "; the panel asks to log in again, a dashboard opened from it stays open" : ""}`}
    >
      {session.isCurrent ? (
        <Chip tone="accent">This one</Chip>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          busy={ending.isPending}
          onClick={() => void ending.remove(session.id, { title: "Session ended" })}
        >
          End
          <span className="sr-only">
            {" "}
            the session of {who} on {device}
          </span>
        </Button>
      )}
    </Row>
  );
}
