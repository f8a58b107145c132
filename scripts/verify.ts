// `npm run verify -- --url https://example.org`: proves that a site works correctly, without changing anything.
import { parseArgs } from "node:util";
import { setTimeout } from "node:timers/promises";
import { lineText, runProof } from "./launch/proof.ts";
import { adminPassword, main, ownTerminal, Stopped } from "./launch/terminal.ts";

await main(async () => {
  const { values } = parseArgs({
    options: { url: { type: "string" }, "no-wait": { type: "boolean", default: false } },
  });
  if (values.url === undefined || !/^https?:$/.test(URL.canParse(values.url) ? new URL(values.url).protocol : ""))
    throw new Stopped("--url is missing: the address of the site, such as https://example.org.", 2);
  const password = await adminPassword(ownTerminal);
  const lines = await runProof(
    { url: values.url, isWaiting: !values["no-wait"], ...(password !== "" && { password }) },
    { fetch, now: () => new Date(), wait: (ms) => setTimeout(ms), report: (line) => console.log(lineText(line)) },
  );
  return lines.some(({ state }) => state === "failed") ? 1 : 0;
});
