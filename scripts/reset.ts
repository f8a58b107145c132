// `npm run reset`: forgets the local database, photos and queues. Settings in .dev.vars stay.
import { rmSync } from "node:fs";

rmSync(".wrangler/state", { recursive: true, force: true });
console.log("Local state is gone; the next `npm start` begins anew.");
