import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, queueNames, readConfiguration } from "../../../scripts/launch/configuration.ts";

const production = readConfiguration(null);
const staging = readConfiguration("staging");

/** Returns the names that must be unique in the account, by kind of resource. */
function accountNames(config: Configuration) {
  const { name, routes, d1_databases, r2_buckets, ratelimits, vars } = config;
  return {
    worker: [name],
    routes: (routes ?? []).map((route) => (typeof route === "string" ? route : route.pattern)),
    databases: d1_databases.map(({ database_name }) => database_name),
    buckets: r2_buckets.map(({ bucket_name }) => bucket_name),
    queues: queueNames(config),
    limits: ratelimits.map(({ namespace_id }) => namespace_id),
    addresses: ["SITE_URL", "MAIL_FROM", "MAIL_DOMAIN", "QUEUE_PREFIX"].map((key) => vars[key]),
  };
}

/** Returns the environment as the code sees it: bindings with their settings, without the account's names. */
function shape(config: ReturnType<typeof readConfiguration>) {
  const role = (queue: string) => queue.replace(`${String(config.vars.QUEUE_PREFIX)}-`, "");
  return {
    vars: Object.keys(config.vars).toSorted(),
    databases: config.d1_databases.map(({ binding, migrations_dir }) => ({ binding, migrations_dir })),
    buckets: config.r2_buckets.map(({ binding }) => binding),
    namespaces: config.kv_namespaces.map(({ binding }) => binding),
    objects: config.durable_objects.bindings,
    mail: config.send_email,
    images: config.images,
    limits: config.ratelimits.map(({ name, simple }) => ({ name, simple })),
    producers: config.queues.producers?.map(({ binding, queue }) => ({ binding, queue: role(queue) })),
    consumers: config.queues.consumers?.map(({ queue, dead_letter_queue, ...settings }) => ({
      ...settings,
      queue: role(queue),
      dead: dead_letter_queue === undefined ? null : role(dead_letter_queue),
    })),
    services: config.services,
    version: config.version_metadata,
    cpu: config.limits,
    cache: config.cache,
    crons: config.triggers,
    observability: config.observability,
  };
}

describe("Production and staging", () => {
  it("share no name that must be unique in the account", () => {
    const [one, other] = [Object.entries(accountNames(production)), accountNames(staging)];
    const shared = one.flatMap(([kind, names]) => {
      const others: readonly unknown[] = other[kind as keyof typeof other];
      return names.filter((name) => others.includes(name)).map((name) => `${kind}: ${String(name)}`);
    });
    expect(shared).toEqual([]);
    expect(one.filter(([, names]) => names.length === 0)).toEqual([]);
  });

  it("have the same bindings, vars and settings", () => {
    expect(shape(staging)).toEqual(shape(production));
  });

  it("run the code in production mode", () => {
    expect([production.vars.APP_ENV, staging.vars.APP_ENV]).toEqual(["production", "production"]);
  });

  it("have a dead-letter queue with a consumer behind every working queue", () => {
    for (const { queues } of [production, staging]) {
      const consumers = queues.consumers ?? [];
      const working = consumers.filter(({ queue }) => !queue.endsWith("-dead"));
      const consumed = consumers.map(({ queue }) => queue);
      for (const { queue, dead_letter_queue } of working)
        expect([queue, consumed]).toEqual([queue, expect.arrayContaining([dead_letter_queue])]);
    }
  });
});

describe("The code", () => {
  it("contains no name of an account's queue, database or bucket", () => {
    const names = Object.values(accountNames(production))
      .flat()
      .filter((name) => /-/.test(String(name)));
    const naming = globSync(["worker/**/*.ts", "scripts/**/*.ts", "src/**/*.{ts,tsx}"]).flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return names.filter((name) => text.includes(`"${String(name)}"`)).map((name) => `${file}: ${String(name)}`);
    });
    expect(naming).toEqual([]);
  });
});
