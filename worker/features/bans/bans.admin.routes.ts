import { banRules } from "../../contracts/bans.schemas.ts";
import { moderatorOf, pageRows } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readPaging } from "../../platform/paging.ts";
import { ban, updateBan, readBans } from "./bans.service.ts";

export const banAdminRoutes = implement(banRules, {
  listBans: async (c) => pageRows(c, await readBans(c.var.deps, readPaging(c.req.query()))),
  createBan: (c, { body }) => ban(c.var.deps, body, moderatorOf(c)),
  changeBan: (c, { id, body }) => updateBan(c.var.deps, id, body, moderatorOf(c)),
  getOwnAddress(c) {
    const { address, network } = c.var.client;
    return { ipAddress: address, network };
  },
});
