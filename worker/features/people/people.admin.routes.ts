import { DONE } from "../../contracts/operation.ts";
import { peopleRules } from "../../contracts/people.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf, pageRows, type Staff } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readPaging } from "../../platform/paging.ts";
import { addPasskey, passkeyCreationOptions, readPasskeys, removePasskey } from "./sign-in.service.ts";
import {
  addPerson,
  changePerson,
  invitePerson,
  readInvitations,
  readPeople,
  removePerson,
  withdrawInvitation,
  startPresence,
  endPresence,
} from "./people.service.ts";

/**
 * @param claimSession function that assigns the current session to the first person, if this session adds that person
 */
export const peopleAdminRoutes = (claimSession: (deps: Deps, staff: Staff, personId: number) => Promise<void>) =>
  implement(peopleRules, {
    listPeople: async (c) => pageRows(c, await readPeople(c.var.deps, readPaging(c.req.query()))),
    async addPerson(c, { body }) {
      const { person, isFirst } = await addPerson(c.var.deps, body, moderatorOf(c));
      if (isFirst) await claimSession(c.var.deps, c.var.staff, person.id);
      return person;
    },
    async listInvitations(c) {
      const rows = await readInvitations(c.var.deps);
      return pageRows(c, { rows, total: rows.length });
    },
    invitePerson: (c, { body }) => invitePerson(c.var.deps, body, moderatorOf(c)),
    async withdrawInvitation(c, { id }) {
      await withdrawInvitation(c.var.deps, id, moderatorOf(c));
      return DONE;
    },
    changePerson: (c, { id, body }) => changePerson(c.var.deps, id, body, moderatorOf(c)),
    async removePerson(c, { id }) {
      await removePerson(c.var.deps, id, moderatorOf(c));
      return DONE;
    },
  });

/** Routes for managing one's own passkeys. */
export const passkeyRoutes = implement(peopleRules, {
  listPasskeys: (c) => readPasskeys(c.var.deps, c.var.staff.person?.id ?? 0),
  startPasskey: (c) => passkeyCreationOptions(c.var.deps, c.var.staff),
  addPasskey: (c, { body }) => addPasskey(c.var.deps, c.var.staff, body, moderatorOf(c)),
  async removePasskey(c, { id }) {
    await removePasskey(c.var.deps, c.var.staff, id, moderatorOf(c));
    return DONE;
  },
});

/** @param requireListing @throws AppError `listing.not_found` */
export const presenceRoutes = (requireListing: (deps: Deps, id: number | null) => Promise<{ id: number }>) =>
  implement(peopleRules, {
    async startPresence(c, input) {
      const { id } = await requireListing(c.var.deps, input.id);
      return startPresence(c.var.deps, id, c.var.staff);
    },
    async endPresence(c, { id }) {
      if (id === null) throw new AppError("listing.not_found");
      await endPresence(c.var.deps, id, c.var.staff);
      return DONE;
    },
  });
