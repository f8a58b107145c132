// `npm run deploy`: rejects a configuration that is not for production, then migrates the database and deploys.
import { readFileSync } from "node:fs";
import { unstable_readConfig as readConfig } from "wrangler";
import { run } from "./run.ts";

const config = readConfig({ config: "wrangler.toml" });
const problems: string[] = [];
const vars = config.vars as Record<string, string>;
if (vars.APP_ENV !== "production") problems.push('APP_ENV must be "production".');
if (!vars.SITE_URL?.startsWith("https://"))
  problems.push("SITE_URL must begin with https://: links in mails are built from it.");
if (/\.example\b/.test(`${vars.SITE_URL} ${vars.MAIL_DOMAIN} ${vars.CONTACT_EMAIL}`))
  problems.push("SITE_URL, MAIL_DOMAIN and CONTACT_EMAIL still hold example domains.");
if (!vars.POSTAL_ADDRESS) problems.push("POSTAL_ADDRESS is empty: Canadian law (CASL) wants one in every mail.");
if (config.d1_databases.some(({ database_id: id }: { database_id?: string }) => !id || /^0[0-]*$/.test(id)))
  problems.push("database_id is still the placeholder.");
if (config.kv_namespaces.some(({ id }: { id?: string }) => !id || /^0+$/.test(id)))
  problems.push("The KV namespace id is still the placeholder.");
if (/APP_ENV\s*=\s*"?development/.test(readFileSync("wrangler.toml", "utf8")))
  problems.push("wrangler.toml names the development environment.");
if (problems.length > 0) {
  console.error(`Not deployed. In wrangler.toml:\n- ${problems.join("\n- ")}`);
  process.exit(1);
}

await run("vite", ["build"], { show: true });
await run("wrangler", ["d1", "migrations", "apply", "DB", "--remote"], { show: true });
await run("wrangler", ["deploy"], { show: true });
