import type { DecisionUndone } from "../../contracts/decisions.ts";
import { router } from "../../platform/http.ts";
import { type DecisionItem, type Undoer, undoDecision } from "./decisions.service.ts";

/**
 * POST /api/admin/decisions/{id}/undo → 200 what is restored.
 * @param undoers take back what was decided about each kind of thing
 */
export const decisionAdminRoutes = (undoers: Record<DecisionItem["targetType"], Undoer>) =>
  router().post("/:id/undo", async (c) => {
    const by = { actor: "admin" as const, ipAddress: c.var.client.address };
    return c.json((await undoDecision(c.var.deps, undoers, c.req.param("id"), by)) satisfies DecisionUndone);
  });
