import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { daily, everyTick, runDueJobs } from "../../../worker/platform/schedule.ts";

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

/** Runs the ticks in sequence, and returns how often each of two jobs ran. */
async function run(ticks: readonly Date[]): Promise<{ everyTick: number; daily: number }> {
  const runs = { everyTick: 0, daily: 0 };
  const deps = makeDeps(env, createExecutionContext());
  const jobs = [
    { name: "broken", due: everyTick, run: () => Promise.reject(new Error("always")) },
    { name: "every tick", due: everyTick, run: async () => void (runs.everyTick += 1) },
    { name: "daily", due: daily, run: async () => void (runs.daily += 1) },
  ];
  for (const tick of ticks) await runDueJobs(deps, jobs, tick);
  return runs;
}

describe("the cron tick", () => {
  it("runs each job once per slot despite repeated ticks, and catches up after late ones", async () => {
    const ticks = [at("09:00:00"), at("09:00:07"), at("09:14:59"), at("09:15:02"), at("11:30:00")];
    expect(await run(ticks)).toEqual({ everyTick: 3, daily: 1 });
  });

  it("stores a job's failure, and runs the other jobs", async () => {
    expect(await run([at("09:00:00")])).toEqual({ everyTick: 1, daily: 1 });
    const { results } = await env.DB.prepare("SELECT job, error FROM job_runs ORDER BY job").all();
    expect(results).toEqual([
      { job: "broken", error: "always" },
      { job: "daily", error: null },
      { job: "every tick", error: null },
    ]);
  });
});
