// `npm run deploy`: checks, migrates, deploys and proves an environment; see docs/operations.md.
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { appVersion } from "./app-version.ts";
import { environmentOf } from "./launch/configuration.ts";
import { deployDemonstration, isButton } from "./launch/demo.ts";
import { type DeployMeans, runDeploy } from "./launch/deploy.ts";
import { lineText, liveVersion, prove } from "./launch/proof.ts";
import { adminPassword, main, ownTerminal as terminal } from "./launch/terminal.ts";
import { runWrangler } from "./launch/wrangler.ts";
import { purgeCache } from "./rollback.ts";
import { run } from "./run.ts";
import { seedRemote } from "./seed-remote.ts";

await main(async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, "no-wait": { type: "boolean", default: false } },
  });
  const env = environmentOf(values.env);
  const password = await adminPassword(terminal);
  const means: DeployMeans = {
    wrangler: runWrangler,
    terminal,
    now: () => new Date(),
    async build() {
      if (env !== null) process.env.CLOUDFLARE_ENV = env;
      await run("vite", ["build"]);
      return appVersion(".");
    },
    emptyCache: password === "" ? null : async (url) => (await purgeCache(url, password, fetch)) === null,
    live: (url) => liveVersion(url, fetch),
    prove: (url, built) =>
      prove(
        { url, ...built, isWaiting: !values["no-wait"], ...(password !== "" && { password }) },
        { fetch, now: () => new Date(), wait: (ms) => setTimeout(ms), report: (line) => terminal.say(lineText(line)) },
      ),
  };
  return env === null && isButton(process.env)
    ? deployDemonstration({ ...means, seed: (wrangler) => seedRemote({}, { wrangler, terminal }) })
    : runDeploy(env, means);
});
