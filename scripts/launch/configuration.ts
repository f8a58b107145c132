// The settings of an environment in wrangler.toml, and changes to these settings that keep the file's comments.
import { readFileSync, writeFileSync } from "node:fs";
import { parse, patch } from "@decimalturn/toml-patch";
import { unstable_readConfig } from "wrangler";
import { Stopped } from "./terminal.ts";

/** The file that describes both environments; it is committed, and contains no secrets. */
export const CONFIG_FILE = "wrangler.toml";

/** `null` means production, which is at the top of the file. */
export type Environment = "staging" | null;

/** Returns the environment that a flag names; production without a flag. @throws Stopped for an unknown name */
export function environmentOf(name: string | undefined): Environment {
  if (name === undefined || name === "production") return null;
  if (name === "staging") return name;
  throw new Stopped(`--env ${name}: there are production (the default) and staging.`, 2);
}

/** Matches the placeholder domain that the file contains until the setup has run. */
const EXAMPLE = /\.example\b/;

interface Queue {
  queue: string;
  binding?: string;
  dead_letter_queue?: string;
}

/**
 * The part of wrangler's configuration that these scripts read; wrangler's own type needs packages that are not
 * installed.
 */
export interface Configuration {
  name: string;
  account_id?: string;
  routes?: ({ pattern: string; custom_domain?: boolean } | string)[];
  vars: Record<string, string>;
  d1_databases: { binding: string; database_name: string; database_id?: string; migrations_dir?: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: { producers?: Queue[]; consumers?: Queue[] };
  ratelimits: { name: string; namespace_id: string; simple: unknown }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  send_email: { name: string }[];
  images?: { binding: string };
  triggers: { crons?: string[] };
  migrations: { tag: string }[];
}

/** Returns an environment's configuration, including inherited values. */
export function readConfiguration(env: Environment, file = CONFIG_FILE): Configuration & Record<string, unknown> {
  return unstable_readConfig({ config: file, ...(env !== null && { env }) }, { hideWarnings: true }) as Configuration &
    Record<string, unknown>;
}

/** Returns the names of all queues of an environment, once each: those with a consumer, and those for dead letters. */
export function queueNames({ queues: { producers = [], consumers = [] } }: Configuration): string[] {
  const dead = consumers.flatMap(({ dead_letter_queue: name }) => name ?? []);
  return [...new Set([...producers, ...consumers].map(({ queue }) => queue).concat(dead))];
}

/** Returns whether a value is still the placeholder of the published file. */
export const isExample = (value: string | undefined): boolean => EXAMPLE.test(value ?? "");

/** Changes that the setup writes; only the named values change. */
export interface Changes {
  accountId?: string;
  domain?: string;
  vars?: Record<string, string>;
}

/** The tables of the file to which the setup writes. */
interface Section {
  routes: { pattern: string }[];
  vars: Record<string, string>;
}
type File = Section & { account_id?: string; env: Record<string, Section> };

/**
 * Returns the text of the configuration file with some values changed; comments, order and layout stay the same.
 * @throws Error when the file lacks the environment or a var that is to change
 */
function withChanges(text: string, env: Environment, changes: Changes): string {
  const file = parse(text) as unknown as File;
  const before = JSON.stringify(file);
  const section = env === null ? file : file.env[env];
  if (section === undefined) throw new Error(`${CONFIG_FILE} has no [env.${env}].`);
  if (changes.accountId !== undefined) file.account_id = changes.accountId;
  const [route] = section.routes;
  if (changes.domain !== undefined && route) route.pattern = changes.domain;
  for (const [name, value] of Object.entries(changes.vars ?? {})) {
    if (!(name in section.vars)) throw new Error(`${CONFIG_FILE} has no var ${name}.`);
    section.vars[name] = value;
  }
  return JSON.stringify(file) === before ? text : patch(text, file);
}

/** Writes changes into the file, unless it already contains them. */
export function changeConfiguration(env: Environment, changes: Changes, file = CONFIG_FILE): void {
  const before = readFileSync(file, "utf8");
  const after = withChanges(before, env, changes);
  if (after !== before) writeFileSync(file, after);
}
