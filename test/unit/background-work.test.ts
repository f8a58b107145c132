import { expect, it, vi } from "vitest";
import { waitForForegroundWork, runInForeground } from "../../worker/platform/foreground.ts";

it("background work waits for foreground work and an idle moment, but not indefinitely", async () => {
  vi.useFakeTimers();
  const passed: number[] = [];
  const wait = async (ms: number) => {
    passed.push(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  const started = Date.now();
  const working = runInForeground(() => new Promise<void>((resolve) => setTimeout(resolve, 1_500)));
  await waitForForegroundWork(wait);
  await working;
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_900);
  expect(Date.now() - started).toBeLessThan(2_500);
  passed.length = 0;
  vi.setSystemTime(Date.now() + 1_000);
  await waitForForegroundWork(wait);
  expect(passed).toEqual([]);
  let end = () => {};
  const endless = runInForeground(() => new Promise<void>((resolve) => (end = resolve)));
  await waitForForegroundWork(wait);
  expect(passed.reduce((sum, ms) => sum + ms, 0)).toBe(10_000);
  end();
  await endless;
  vi.useRealTimers();
});
