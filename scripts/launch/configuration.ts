// What wrangler.toml says about an environment.
import { unstable_readConfig } from "wrangler";

/** The file that describes both environments; it is committed, and holds no secrets. */
const CONFIG_FILE = "wrangler.toml";

/** `null` is production, which stands at the top of the file. */
type Environment = "staging" | null;

interface Queue {
  queue: string;
  binding?: string;
  dead_letter_queue?: string;
}

/** The part of wrangler's configuration that these scripts read; its own type needs packages that are not installed. */
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

/** An environment's configuration, with what it inherits. */
export function readConfiguration(env: Environment, file = CONFIG_FILE): Configuration & Record<string, unknown> {
  return unstable_readConfig({ config: file, ...(env !== null && { env }) }, { hideWarnings: true }) as Configuration &
    Record<string, unknown>;
}

/** The names of all queues of an environment, once each: those with a consumer and those that take dead letters. */
export function queueNames({ queues: { producers = [], consumers = [] } }: Configuration): string[] {
  const dead = consumers.flatMap(({ dead_letter_queue: name }) => name ?? []);
  return [...new Set([...producers, ...consumers].map(({ queue }) => queue).concat(dead))];
}
