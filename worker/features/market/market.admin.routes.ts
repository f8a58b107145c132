import type { Context } from "hono";
import { benchmarkDraft, marketMonth, monthCorrection } from "../../contracts/market.schemas.ts";
import { body, csvBody } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, moderatorOf, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import {
  markChecked,
  previewBenchmark,
  previewRemoval,
  readMarket,
  removeBenchmark,
  setBenchmark,
} from "./market.admin.service.ts";
import { correctClosedMonth } from "./market-months.service.ts";
import type { ListedRents } from "./market.service.ts";
import { importFigures } from "./market.import.service.ts";

/** With `?preview`, a change is not stored; the response describes its effect. */
const isPreview = (c: Context<AppEnv>) => c.req.query("preview") !== undefined;

/** Benchmarks at /api/admin/market; the access policy restricts them to moderators. */
export const marketAdminRoutes = (listed: ListedRents) =>
  router()
    .get("/", async (c) => c.json(await readMarket(c.var.deps, listed)))
    .put("/benchmarks", body(benchmarkDraft), async (c) => {
      const draft = c.req.valid("json");
      if (isPreview(c)) return c.json(await previewBenchmark(c.var.deps, draft, listed));
      return c.json(await setBenchmark(c.var.deps, draft, moderatorOf(c)));
    })
    .post("/import", csvBody, async (c) =>
      c.json(await importFigures(c.var.deps, await c.req.text(), { isPreview: isPreview(c), by: moderatorOf(c) })),
    )
    .post("/months/:month/correct", body(monthCorrection), async (c) => {
      const { success, data: month } = marketMonth.safeParse(c.req.param("month"));
      if (!success) throw new AppError("market.month_not_closed");
      const { reason } = c.req.valid("json");
      return c.json(await correctClosedMonth(c.var.deps, { month, reason }, moderatorOf(c), listed));
    })
    .post("/benchmarks/:id/check", async (c) =>
      c.json(await markChecked(c.var.deps, readId(c.req.param("id")), moderatorOf(c))),
    )
    .delete("/benchmarks/:id", async (c) => {
      const id = readId(c.req.param("id"));
      if (isPreview(c)) return c.json(await previewRemoval(c.var.deps, id, listed));
      await removeBenchmark(c.var.deps, id, moderatorOf(c));
      return c.json({ success: true });
    });
