import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../scripts/run.ts";
import { type BackupManifest, manifestKey } from "../../worker/features/backups/backup-format.ts";
import { migrationsIn } from "../../scripts/local-database.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const ID = "2026-11-21";
const folder = mkdtempSync(join(tmpdir(), "restore-remote-"));
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const open = () => new DatabaseSync(join(folder, "database.sqlite"));

function store(key: string, data: string | Uint8Array): void {
  const path = join(folder, "bucket", key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/** Runs the command with a substitute for wrangler. */
async function restore(): Promise<string> {
  process.env.STAND_IN = folder;
  process.env.RESTORE_LOOK_MS = "1";
  process.env.PATH = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const key = join(folder, "key.txt");
  return run(process.execPath, ["scripts/restore.ts", "--from", ID, "--key", key, "--remote", "--no-wait"]);
}

beforeAll(async () => {
  const identity = await generateIdentity();
  writeFileSync(join(folder, "key.txt"), `# mine\n${identity}\n`);
  mkdirSync(join(folder, "bin"));
  const program = join(folder, "bin", "wrangler");
  writeFileSync(
    program,
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("test/support/node/remote-database.ts")}" "$@"\n`,
  );
  chmodSync(program, 0o755);
  const database = open();
  for (const { sql } of migrationsIn("migrations")) database.exec(sql);
  database.close();

  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const rows = [
    ["areas:1", "neighbourhood", "O'Hara", `[${"1.25,".repeat(20_000)}]`, "v1"],
    ["areas:2", "neighbourhood", "B", "[]", "v1"],
  ];
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  const bytes = await encrypter.encrypt(new Uint8Array(gzipSync(lines)));
  const key = `backups/${ID}/areas.age`;
  store(key, bytes);
  const columns = ["id", "kind", "name", "polygons", "version"];
  const manifest: BackupManifest = {
    format: 1,
    id: ID,
    startedAt: `${ID}T08:15:00Z`,
    finishedAt: `${ID}T08:20:00Z`,
    tables: [
      { name: "areas", columns, key: ["id"], references: [] },
      { name: "settings", columns: ["name", "value"], key: ["name"], references: [] },
    ],
    lastWithdrawal: 7,
    parts: [{ key, table: "areas", rows: 2, bytes: bytes.length, sha256: sha256(bytes), linesSha256: sha256(lines) }],
  };
  store(manifestKey(ID), JSON.stringify(manifest));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("npm run restore -- --remote", () => {
  it(
    "loads production through wrangler, and leaves the other steps to its worker",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      expect(await restore()).toContain("areas: 2");
      const database = open();
      const [first] = database.prepare("SELECT name, length(polygons) AS length FROM areas ORDER BY id").all();
      expect(first).toEqual({ name: "O'Hara", length: 100_002 });
      const setting = database.prepare("SELECT value FROM settings WHERE name = 'restore'").get();
      expect(JSON.parse(String(setting?.value))).toMatchObject({ backup: ID, phase: "replaying", lastWithdrawal: 7 });
      const triggers = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'").get();
      expect(Number(triggers?.n)).toBeGreaterThan(50);
      database.close();
      const commands = readFileSync(join(folder, "commands.txt"), "utf8").split("\n");
      expect(commands[0]).toBe(`r2 object get below-market-toronto-backups/${manifestKey(ID)}`);
      expect(commands).toContain("d1 execute DB --remote");
    },
  );

  it("refuses a database that is not empty", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    await expect(restore()).rejects.toThrow("A restore into this database was already started");
  });
});
