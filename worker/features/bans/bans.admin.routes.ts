import { banChange, banInput } from "../../contracts/bans.schemas.ts";
import type { OwnAddress } from "../../contracts/forum.ts";
import { body } from "../../platform/body.ts";
import { answerPage, moderatorOf, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { ban, updateBan } from "./ban-decisions.service.ts";
import { readBans } from "./bans.service.ts";

/** Bans under /api/discussion/admin, for moderators. */
export const banAdminRoutes = router()
  .get("/bans", async (c) => answerPage(c, await readBans(c.var.deps, readPaging(c.req.query()))))
  .post("/ban", body(banInput), async (c) => c.json(await ban(c.var.deps, c.req.valid("json"), moderatorOf(c)), 201))
  .patch("/ban/:id", body(banChange), async (c) =>
    c.json(await updateBan(c.var.deps, readId(c.req.param("id")), c.req.valid("json"), moderatorOf(c))),
  )
  // Shown beside the form, so that moderators do not ban their own address by mistake.
  .get("/my-address", (c) => {
    const { address, network } = c.var.client;
    return c.json({ ipAddress: address, network } satisfies OwnAddress);
  });
