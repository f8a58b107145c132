import { DONE } from "../../contracts/operation.ts";
import { savedRules } from "../../contracts/saved.schemas.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { refundForNetworks, requireForNetworks } from "../../platform/rate-limits.ts";
import { lookUpListings } from "../listings/reading/listings.read.service.ts";
import { readShortlist, removeShortlist, shareShortlist } from "./shortlists.service.ts";

export const savedRoutes = implement(savedRules, {
  lookUpHomes: (c, { body }) => lookUpListings(c.var.deps, body.ids),
  async createShortlist(c, { body }) {
    const { deps, client } = c.var;
    await requireForNetworks(deps, "shortlists", client);
    try {
      return await shareShortlist(deps, body);
    } catch (error) {
      await refundForNetworks(deps, "shortlists", client);
      throw error;
    }
  },
  getShortlist: (c, { token }) => readShortlist(c.var.deps, token),
  async removeShortlist(c, { id }) {
    await removeShortlist(c.var.deps, id, moderatorOf(c));
    return DONE;
  },
});
