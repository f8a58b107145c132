import type { DecisionUndone } from "../../contracts/decisions.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { type DecisionItem, type Undoer, undoDecision } from "./decisions.service.ts";

/**
 * POST /api/admin/decisions/{id}/undo → 200 what was restored.
 * @param undoers revert decisions, by the type of their target
 */
export const decisionAdminRoutes = (undoers: Record<DecisionItem["targetType"], Undoer>) =>
  router().post("/:id/undo", async (c) =>
    c.json((await undoDecision(c.var.deps, undoers, c.req.param("id"), moderatorOf(c))) satisfies DecisionUndone),
  );
