// Serves a copy of the production build in its own process until its input ends; a test can read its output.
import { copyProduction } from "./production.ts";

const production = await copyProduction();
const close = await production.serve();
console.log(`Serving ${production.siteUrl}`);

process.stdin.resume();
process.stdin.on("end", () => {
  void close().finally(() => {
    production.forget();
    process.exit();
  });
});
