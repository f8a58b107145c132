// Replaces the wrangler program. Stores the account of a test in the file STAND_IN_STATE between commands.
import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { type Account, answerCommand } from "./cloudflare-account.ts";

const file = process.env.STAND_IN_STATE ?? "";
const account = JSON.parse(readFileSync(file, "utf8")) as Account;
const { code, stdout, stderr } = answerCommand(account, process.argv.slice(2), await text(process.stdin));
writeFileSync(file, JSON.stringify(account));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
