// `npm run reset`: deletes the local database, photos and queues. Settings in .dev.vars are kept.
import { rmSync } from "node:fs";

rmSync(".wrangler/state", { recursive: true, force: true });
console.log("Local state is gone; the next `npm start` begins anew.");
