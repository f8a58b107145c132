// `npm run reset`: deletes the local database, photos and queues. Settings in .dev.vars and backups are kept.
import { rmSync } from "node:fs";
import { saveLocalBackups } from "./backup/local-site.ts";

await saveLocalBackups();
rmSync(".wrangler/state", { recursive: true, force: true });
console.log("Local state is gone; the next `npm start` starts fresh.");
