import { existsSync } from "node:fs";
import packaged from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";
import { LONG_TESTS } from "../time-limits.ts";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** Flags for software WebGL, which is slow but sufficient for a map. */
const SOFTWARE_WEBGL = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  // Pages are rasterized faster without this option.
  "--disable-gpu-rasterization",
];
/** Command-line flags of the packaged browser to remove. */
const UNWANTED = /^--(?:single-process$|headless|use-angle|use-gl|disable-3d-apis|disable-webgl)/;
const NO_WEBGL = ["--disable-gpu", "--disable-3d-apis"];

/** Unpacks the packaged browser before the tests. Concurrent runs would otherwise find each other's partial files. */
export async function unpackBrowser(): Promise<void> {
  if (!existsSync(SYSTEM_CHROMIUM)) await packaged.executablePath();
}

/**
 * Launches a real Chromium: the browser of the system, or else the one installed by `npm ci`. Unless `drawsMaps` is
 * true, the browser has no WebGL, like some visitors' browsers.
 * @param debuggingPort the port for other tools to control it
 */
export async function launchBrowser({
  drawsMaps = false,
  debuggingPort,
}: { drawsMaps?: boolean; debuggingPort?: number } = {}): Promise<Browser> {
  const quiet = [
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(drawsMaps ? SOFTWARE_WEBGL : NO_WEBGL),
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const timeout = LONG_TESTS.start;
  return existsSync(SYSTEM_CHROMIUM)
    ? chromium.launch({ timeout, executablePath: SYSTEM_CHROMIUM, args: quiet })
    : chromium.launch({
        timeout,
        executablePath: await packaged.executablePath(),
        args: [...packaged.args.filter((arg) => !UNWANTED.test(arg)), ...quiet],
      });
}

/** Browsers of this process, stored globally because vitest evaluates modules anew for each file. */
const kept = globalThis as { sharedBrowsers?: Map<boolean, Promise<Browser>> };

/**
 * Returns the browser that all test files of a run share. It ends with the process, because starting one takes as long
 * as several tests.
 * @param drawsMaps see {@link launchBrowser}
 */
export async function sharedBrowser({ drawsMaps = false }: { drawsMaps?: boolean } = {}): Promise<Browser> {
  const browsers = (kept.sharedBrowsers ??= new Map());
  const running = await browsers.get(drawsMaps);
  if (running?.isConnected()) return running;
  const started = launchBrowser({ drawsMaps });
  browsers.set(drawsMaps, started);
  return started;
}
