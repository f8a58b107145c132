import { existsSync } from "node:fs";
import packaged from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** A real Chromium: the system's where there is one, else the one that came with `npm ci`. */
export async function launchBrowser(): Promise<Browser> {
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return existsSync(SYSTEM_CHROMIUM)
    ? chromium.launch({ executablePath: SYSTEM_CHROMIUM, args: quiet })
    : chromium.launch({
        executablePath: await packaged.executablePath(),
        args: [...packaged.args.filter((arg) => arg !== "--single-process" && !arg.startsWith("--headless")), ...quiet],
      });
}
