import { decisionRules } from "../../contracts/decisions.schemas.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { type DecisionItem, type UndoHandler, undoDecision } from "./decisions.service.ts";

/** Routes for undoing decisions. @param undoers functions that undo a decision, by type of target */
export const decisionAdminRoutes = (undoers: Record<DecisionItem["targetType"], UndoHandler>) =>
  implement(decisionRules, {
    // Decision ids are not numbers.
    undoDecision: (c) => undoDecision(c.var.deps, undoers, c.req.param("id") ?? "", moderatorOf(c)),
  });
