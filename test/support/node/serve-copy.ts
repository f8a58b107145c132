// Serves a copy of the production build in a process of its own, whose output a test can read, until its input ends.
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
