import type { Context } from "hono";
import { banChange, banInput } from "../../contracts/bans.schemas.ts";
import type { OwnAddress } from "../../contracts/forum.ts";
import { body } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { banAddress, readBans, setBan } from "./bans.service.ts";

const moderator = (c: Context<AppEnv>) => ({ actor: "admin" as const, ipAddress: c.var.client.address });

/** Bans under /api/discussion/admin, behind the guard of admin operations. */
export const banAdminRoutes = router()
  .get("/bans", async (c) => {
    const { bans, total } = await readBans(c.var.deps, readPaging(c.req.query()));
    c.header("X-Total-Count", String(total));
    return c.json(bans);
  })
  .post("/ban", body(banInput), async (c) =>
    c.json(await banAddress(c.var.deps, c.req.valid("json"), moderator(c)), 201),
  )
  .patch("/ban/:id", body(banChange), async (c) => {
    return c.json(await setBan(c.var.deps, readId(c.req.param("id")), c.req.valid("json"), moderator(c)));
  })
  /** So that nobody bans themselves unawares. */
  .get("/my-address", (c) => {
    const { address, network } = c.var.client;
    return c.json({ ipAddress: address, network } satisfies OwnAddress);
  });
