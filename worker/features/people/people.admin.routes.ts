import { invitationDraft, passkeyRegistration, personChange, personDraft } from "../../contracts/people.schemas.ts";
import { body } from "../../platform/body.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { answerPage, moderatorOf, router, type Staff } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { addPasskey, passkeyCreation, readPasskeys, removePasskey } from "./passkeys.service.ts";
import {
  addPerson,
  changePerson,
  invitePerson,
  readInvitations,
  readPeople,
  removePerson,
  withdrawInvitation,
} from "./people.service.ts";
import { lookAt, lookAway } from "./presence.service.ts";

/**
 * People at /api/admin/people.
 * @param claimSession makes the session of whoever adds the first person theirs
 */
export const peopleAdminRoutes = (claimSession: (deps: Deps, staff: Staff, personId: number) => Promise<void>) =>
  router()
    .get("/", async (c) => answerPage(c, await readPeople(c.var.deps, readPaging(c.req.query()))))
    .post("/", body(personDraft), async (c) => {
      const draft = c.req.valid("json");
      const { person, isFirst } = await addPerson(c.var.deps, draft, moderatorOf(c));
      if (isFirst) await claimSession(c.var.deps, c.var.staff, person.id);
      return c.json(person, 201);
    })
    .get("/invitations", async (c) => {
      const rows = await readInvitations(c.var.deps);
      return answerPage(c, { rows, total: rows.length });
    })
    .post("/invitations", body(invitationDraft), async (c) => {
      const draft = c.req.valid("json");
      return c.json(await invitePerson(c.var.deps, draft, moderatorOf(c)), 201);
    })
    .delete("/invitations/:id", async (c) => {
      await withdrawInvitation(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
      return c.json({ success: true });
    })
    .patch("/:id", body(personChange), async (c) => {
      const change = c.req.valid("json");
      return c.json(await changePerson(c.var.deps, readId(c.req.param("id")), change, moderatorOf(c)));
    })
    .delete("/:id", async (c) => {
      await removePerson(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
      return c.json({ success: true });
    });

/** One's own passkeys at /api/admin/passkeys. */
export const passkeyRoutes = router()
  .get("/", async (c) => c.json(await readPasskeys(c.var.deps, c.var.staff.person?.id ?? 0)))
  .post("/options", async (c) => c.json(await passkeyCreation(c.var.deps, c.var.staff)))
  .post("/verify", body(passkeyRegistration), async (c) =>
    c.json(await addPasskey(c.var.deps, c.var.staff, c.req.valid("json"), moderatorOf(c)), 201),
  )
  .delete("/:id", async (c) => {
    await removePasskey(c.var.deps, c.var.staff, readId(c.req.param("id")), moderatorOf(c));
    return c.json({ success: true });
  });

/**
 * Who has a listing open, at /api/admin/listings/{id}/presence: POST says "I have" and answers who else has, DELETE says
 * "not any more".
 * @param requireListing @throws AppError `listing.not_found`
 */
export const presenceRoutes = (requireListing: (deps: Deps, id: number | null) => Promise<{ id: number }>) =>
  router()
    .post("/:id/presence", async (c) => {
      const { id } = await requireListing(c.var.deps, readId(c.req.param("id")));
      return c.json(await lookAt(c.var.deps, id, c.var.staff));
    })
    .delete("/:id/presence", async (c) => {
      const id = readId(c.req.param("id"));
      if (id === null) throw new AppError("listing.not_found");
      await lookAway(c.var.deps, id, c.var.staff);
      return c.json({ success: true });
    });
