import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { personDraft } from "../../../worker/contracts/people.schemas.ts";
import {
  type Invitation,
  type Person,
  type Role,
  ROLE_TEXTS,
  ROLES,
  type Passkey,
  PERSON_NAME_MAX,
} from "../../../worker/contracts/people.ts";
import type { AdminSession, LoginMethod, StaffSession } from "../../../worker/contracts/sessions.ts";
import { ApiError, failureText } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { NativeSelect, SelectField, withText, Field, TextInput, EmailInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { LoadFailure } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import {
  invitationList,
  peopleList,
  useChangePerson,
  useInvite,
  useRemoval,
  passkeyList,
  sessionList,
  useAddPasskey,
  useAddPerson,
} from "./people.queries.ts";

interface PersonForm {
  name: string;
  email: string;
}

const resolver = standardSchemaResolver<PersonForm, unknown, PersonForm>(personDraft);

/** Dialog that lets the person with the shared password become the first operator while no person is named. */
export function AdminFirstPerson({ onNamed, onClose }: { onNamed(): void; onClose(): void }) {
  const addition = useAddPerson();
  const form = useForm<PersonForm>({ resolver, defaultValues: { name: "", email: "" } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((person) =>
    addition.mutate(person, {
      onSuccess: () => {
        toast({
          title: `Welcome, ${person.name}`,
          description: "Next, add a passkey and invite your team under People.",
        });
        onNamed();
        onClose();
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
        for (const name of ["email", "name"] as const)
          if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      },
    }),
  );
  return (
    <FormDialog
      title="Add your name"
      description="You become the first operator. The audit log shows your name, and you log in with a passkey or a code that we email you."
      submitLabel="Become an Operator"
      cancelLabel="Later"
      isBusy={addition.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message} hint="The name your team knows you by.">
        {(ids) => <TextInput {...ids} {...form.register("name")} autoComplete="name" maxLength={PERSON_NAME_MAX} />}
      </Field>
      <Field
        label="Email address"
        required
        error={errors.email?.message}
        hint="We send your login codes here, so check it twice."
      >
        {(ids) => <EmailInput {...ids} {...form.register("email")} />}
      </Field>
      <p role="alert" className="text-danger empty:hidden">
        {addition.error && failureText(addition.error)}
      </p>
    </FormDialog>
  );
}

/** Shows a list of people, passkeys or sessions. */
const Rows = ({ children }: { children: ReactNode }) => <ul className="divide-y divide-line">{children}</ul>;

/** A row with a title, a note and actions. */
function Row({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">{note}</p>
      </div>
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </li>
  );
}

/** Shows the person's own passkeys and open sessions. An operator sees everybody's sessions. */
function AdminOwnAccess({
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
          <p className="text-ink-muted">You logged in with the shared password, which can’t have passkeys.</p>
        </SectionCard>
      ) : (
        <Passkeys />
      )}
      <Sessions title={isOperator ? "Open sessions" : "Your open sessions"} />
    </div>
  );
}

/** Returns a message for a passkey that could not be created, because the browser's own message would not help. */
const passkeyProblem = (error: unknown): string =>
  error instanceof ApiError || error instanceof TypeError
    ? failureText(error)
    : "Your browser couldn’t create a passkey. Please try again, or use another device.";

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
      note="Log in with your fingerprint, face or security key. Without a passkey, we email you a code."
    >
      <Rows>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Rows>
      <form noValidate onSubmit={add} className="mt-3 grid grid-cols-1 gap-3">
        <Field
          label="Name of the new passkey"
          hint="For example, “Work laptop”."
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
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = async () => {
    await removal.remove(id, { title: "Passkey removed", description: "Sessions opened with it have ended." });
    setIsConfirming(false);
  };
  const used = lastUsedAt === null ? "never used" : `last used ${formatMoment(lastUsedAt)}`;
  return (
    <Row title={name} note={`Added ${formatMoment(createdAt)}, ${used}${isSynced ? ", synced to your devices" : ""}`}>
      <Button variant="ghost" size="sm" busy={removal.isPending} onClick={() => setIsConfirming(true)}>
        Remove<span className="sr-only"> the passkey {name}</span>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove the passkey ${name}?`}
        description="You can’t log in with this passkey any more. Every session opened with it ends immediately, even this one. You can still log in with an emailed code."
        confirmLabel="Remove Passkey"
        busy={removal.isPending}
        onConfirm={() => void remove()}
      />
    </Row>
  );
}

const LOGIN_METHODS: Record<LoginMethod, string> = {
  password: "shared password",
  link: "login link",
  passkey: "passkey",
  code: "emailed code",
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
      note={`Logged in by ${LOGIN_METHODS[session.method]} on ${formatMoment(session.since)}, last active ${formatMoment(session.lastSeenAt)}${session.isIdle ? ". Idle: the panel asks for a new login, but an open dashboard stays open." : ""}`}
    >
      {session.isCurrent ? (
        <Chip tone="accent">This session</Chip>
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

/** Shows the people who work in the panel, and the person's own ways to log in. */
export function AdminPeopleTab({ session }: { session: AdminSession }) {
  const isOperator = session.role === "operator";
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:items-start">
      <h2 className="sr-only">People</h2>
      <div className="grid grid-cols-1 gap-4">
        <Team isOperator={isOperator} ownId={session.person?.id ?? null} />
        {isOperator && <Invitations />}
      </div>
      <AdminOwnAccess person={session.person ?? null} isOperator={isOperator} />
    </div>
  );
}

function Team({ isOperator, ownId }: { isOperator: boolean; ownId: number | null }) {
  const query = useQuery(peopleList());
  const change = useChangePerson();
  const removal = useRemoval("people", "Failed to remove this person");
  const [removing, setRemoving] = useState<Person | null>(null);
  const [changing, setChanging] = useState<{ person: Person; role: Role } | null>(null);
  const askForRole = (person: Person, role: Role) => {
    // Asks for confirmation, because people cannot undo a change of their own role, and an operator may do everything.
    if (person.id === ownId || role === "operator") setChanging({ person, role });
    else void changeRole(person.id, role);
  };
  const changeRole = async (id: number, role: Role) => {
    try {
      await change.mutateAsync({ id, role });
      toast({ title: "Role changed" });
    } catch (error) {
      toastFailure("Failed to change the role", error);
    } finally {
      setChanging(null);
    }
  };
  if (query.isPending) return <RowsSkeleton label="Loading the team" />;
  if (!query.data)
    return <LoadFailure level="h2" title="Failed to fetch the team" onRetry={() => void query.refetch()} />;
  return (
    <SectionCard title="Team" note={query.data.length === 0 ? "No one has been added yet." : undefined}>
      <Rows>
        {query.data.map((person) => (
          <Row
            key={person.id}
            title={person.id === ownId ? `${person.name} (you)` : person.name}
            note={`${person.email}, ${person.lastLoginAt === null ? "never logged in" : `last logged in ${formatMoment(person.lastLoginAt)}`}, ${plural(person.passkeys, "passkey")}`}
          >
            {isOperator ? (
              <>
                <NativeSelect
                  aria-label={`Role of ${person.name}`}
                  value={person.role}
                  disabled={change.isPending}
                  onChange={({ target }) => askForRole(person, target.value as Role)}
                >
                  {ROLES.map((role) => (
                    <option key={role} value={role}>
                      {ROLE_TEXTS[role].label}
                    </option>
                  ))}
                </NativeSelect>
                <Button variant="ghost" size="sm" onClick={() => setRemoving(person)}>
                  Remove<span className="sr-only"> {person.name}</span>
                </Button>
              </>
            ) : (
              <span>{ROLE_TEXTS[person.role].label}</span>
            )}
          </Row>
        ))}
      </Rows>
      {changing && (
        <ConfirmDialog
          open
          onOpenChange={() => setChanging(null)}
          {...roleQuestion(changing.person, changing.role, changing.person.id === ownId)}
          busy={change.isPending}
          onConfirm={() => void changeRole(changing.person.id, changing.role)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={`Remove ${removing?.name ?? ""}?`}
        description="Their sessions, passkeys and codes stop working immediately. Their decisions stay in the audit log under their name."
        confirmLabel="Remove"
        busy={removal.isPending}
        onConfirm={() =>
          removing &&
          void removal.remove(removing.id, { title: `${removing.name} was removed` }).then(() => setRemoving(null))
        }
      />
    </SectionCard>
  );
}

/** Returns the texts of the dialog that confirms a change of role. */
function roleQuestion({ name }: Person, role: Role, isOwn: boolean) {
  const label = ROLE_TEXTS[role].label.toLowerCase();
  if (isOwn)
    return {
      title: "Change your own role?",
      description: `You become ${label === "operator" ? "an" : "a"} ${label} immediately, in every open session. Only another operator can make you an operator again.`,
      confirmLabel: "Change My Role",
    };
  return {
    title: `Make ${name} an operator?`,
    description:
      "Operators manage people, mailings, market figures and the system. We email the other operators about it.",
    confirmLabel: "Make an Operator",
  };
}

function Invitations() {
  const { data: invitations = [] } = useQuery(invitationList());
  const invite = useInvite();
  const [role, setRole] = useState<Role>("moderator");
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SectionCard title="Invite someone" note="The link in the email works once, for 7 days.">
      <div className="grid max-w-xl grid-cols-1 gap-3">
        <SelectField
          label="Role"
          value={role}
          hint={`${ROLE_TEXTS[role].text}.`}
          options={ROLES.map(withText((value) => ROLE_TEXTS[value].label))}
          onChange={({ target }) => setRole(target.value as Role)}
        />
        <EmailForm
          label="Their email address"
          action="Send Invitation"
          busyAction="Sending..."
          isOwnAddress={false}
          onSend={async (email) => {
            await invite.mutateAsync({ email, role });
            setSentTo(email);
          }}
        />
        <output className="block text-sm text-ink-muted empty:hidden">{sentTo && `Invited ${sentTo}.`}</output>
      </div>
      {invitations.length > 0 && (
        <>
          <h3 className="mt-4 text-sm font-semibold">Open invitations</h3>
          <Rows>
            {invitations.map((invitation) => (
              <OpenInvitation key={invitation.id} invitation={invitation} />
            ))}
          </Rows>
        </>
      )}
    </SectionCard>
  );
}

function OpenInvitation({ invitation: { id, email, role, expiresAt } }: { invitation: Invitation }) {
  const withdrawal = useRemoval("invitations", "Failed to withdraw the invitation");
  return (
    <Row title={email} note={`${ROLE_TEXTS[role].label}, expires ${formatMoment(expiresAt)}`}>
      <Button variant="ghost" size="sm" busy={withdrawal.isPending} onClick={() => void withdrawal.remove(id)}>
        Withdraw<span className="sr-only"> the invitation to {email}</span>
      </Button>
    </Row>
  );
}
