// `npm run bench`: ratios measured side by side in one run, never bare times alone. Load goes to this machine only, in
// bounded numbers. `npm run bench -- mailings` runs one part.
import { argv } from "node:process";

const PARTS = ["listings", "mailings", "searches", "enrichments", "visitors"];
const asked = argv.slice(2);
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}; the parts are ${PARTS.join(", ")}.`);
for (const part of asked.length > 0 ? asked : PARTS) await import(`./${part}.ts`);
