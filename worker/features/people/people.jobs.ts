import type { OutboxHandler, OutboxHandlers } from "../../platform/outbox.ts";
import { sendOnce } from "../../platform/mail-once.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { sendLoginCode } from "./sign-in.service.ts";
import { addedMail, firstOperatorMail, invitationMail, newOperatorMail, passkeyMail } from "./people.mail.ts";
import { deleteInvitations, invitationById, otherOperators, personById } from "./people.repo.ts";
import { prunePresences } from "./people.service.ts";
import { deleteLoginCodesBefore, passkeyById } from "./sign-in.repo.ts";

/** Emails a person who works on the site. Sends nothing if the email's subject no longer exists. */
const mailPerson: OutboxHandler<"person.mail"> = async (deps, { what, id, passkey }) => {
  const { config } = deps;
  if (what === "invitation") {
    const found = await invitationById(deps, id);
    if (!found) return;
    const { email, role } = found.invitation;
    const token = await deps.tokens.mint("invitation", id, 1);
    return sendOnce(
      deps,
      `invitation:${id}`,
      invitationMail(config, { email, role, invitedBy: found.invitedBy, token }),
    );
  }
  const person = await personById(deps, id);
  if (!person) return;
  if (what === "added") return sendOnce(deps, `person:${id}`, addedMail(config, person));
  const added = passkey === undefined ? null : await passkeyById(deps, passkey);
  if (added)
    await sendOnce(deps, `passkey:${added.id}`, passkeyMail(config, { email: person.email, passkey: added.name }));
};

/** Emails all other operators about a new operator, once. For the first operator, emails the contact address. */
const mailOperators: OutboxHandler<"person.new_operator"> = async (deps, { id, by, at, told }) => {
  const person = await personById(deps, id);
  if (!person) return;
  if (told === "contact")
    return sendOnce(
      deps,
      `operator:${id}:${at}:contact`,
      firstOperatorMail(deps.config, { ...person, at: new Date(at) }),
    );
  for (const operator of await otherOperators(deps, id))
    await sendOnce(
      deps,
      `operator:${id}:${at}:${operator.id}`,
      newOperatorMail(deps.config, { email: operator.email, name: person.name, by, at: new Date(at) }),
    );
};

export const peopleOutbox = {
  "person.mail": mailPerson,
  "person.new_operator": mailOperators,
  "person.code_mail": sendLoginCode,
} satisfies Partial<OutboxHandlers>;

export const peopleJobs: readonly ScheduledJob[] = [
  {
    name: "people.forget",
    due: everyTick,
    run: async (deps, time) => {
      await deleteLoginCodesBefore(deps, time);
      await deleteInvitations(deps, { before: time });
      await prunePresences(deps, time);
    },
  },
];
