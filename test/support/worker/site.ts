import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DepsFactory } from "../../../worker/app.ts";
import { makeHandlers } from "../../../worker/handlers.ts";
import type { CanaryMessage } from "../../../worker/features/system/health.service.ts";
import { queueName, type QueueRole } from "../../../worker/platform/queues.ts";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";
import type { Env } from "../../../worker/platform/config.ts";
import { SCHEDULED_JOBS } from "../../../worker/jobs.ts";
import { errorRecorder } from "../../../worker/platform/error-record.ts";
import { makeLog } from "../../../worker/platform/log.ts";
import { keyRing } from "../../../worker/platform/key-ring.ts";
import { cachedBytes } from "../../../worker/platform/cached-bytes.ts";
import { r2TimetableStore } from "../../../worker/transit/timetable-store.ts";
import { r2TileStore } from "../../../worker/platform/tile-store.ts";
import { previewKey } from "../../../worker/platform/photo-store.ts";
import type { PurgeMessage } from "../../../worker/platform/purge.ts";
import { runDueJobs } from "../../../worker/platform/schedule.ts";
import { type TokenPurpose, tokenSigner } from "../../../worker/platform/tokens.ts";
import { hubOf, mailingOf, purgeGate } from "./own-objects.ts";
import { countReads, measured, type Meter, type ReadCount, waitsOf } from "./counting-d1.ts";

export const ADMIN_PASSWORD = "correct horse battery staple";

/** Options that override the site's defaults for a test. */
export interface SiteOptions {
  now?: Date;
  vars?: Partial<Env>;
  deps?: (deps: Deps) => Partial<Deps>;
  /** True if preview images are drawn, which takes 200 ms each. */
  drawsPreviews?: boolean;
  /** True if the build's files are copied into the bucket, as the first page of an isolate and each tick do. */
  keepsBuilds?: boolean;
  /** True if the platform fails to forward emails. */
  forwardFails?: boolean;
}

interface Received {
  from: string;
  to: string;
  raw: BodyInit;
  headers?: Record<string, string>;
}

/** Returns blank preview images. */
const blankPreviews = (real: Deps["previews"]): Deps["previews"] => ({
  ...real,
  photoFor: async () => "data:,",
  draw: async (address) => void (await env.PHOTOS.put(previewKey(address), new Uint8Array([0xff, 0xd8]))),
});

interface Call {
  method?: string;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Cookie header, as returned by `site.logIn()`. */
  as?: string;
}

/**
 * Creates the whole site on real bindings: HTTP, cron and queue, with a fixed clock that the test moves. Queued work
 * waits for {@link Site.runQueue}.
 */
export function makeSite(options: SiteOptions = {}) {
  const clock = { now: options.now ?? new Date("2026-11-20T15:00:00Z") };
  const queued: { outboxId: number }[] = [];
  const delayed: { outboxId: number; dueAt: number }[] = [];
  const onward: { body: { relay: string } | { tick: number; from: number }; delaySeconds: number }[] = [];
  const mailings: { mailing: string }[] = [];
  const forwarded: { to: string; headers: [string, string][] }[] = [];
  const purgeMessages: { delaySeconds: number }[] = [];
  /**
   * Milliseconds that background work has waited for the purge gate. They are added to the gate's time, because the
   * test's clock does not advance during the wait.
   */
  let waitedMs = 0;
  const canaries: CanaryMessage[] = [];
  const purged: string[] = [];
  const meter: Meter = { count: null, waits: null };
  const bindings: Env = { ...env, ...options.vars, DB: countReads(env.DB, meter) };
  const queueOf = (role: QueueRole) => queueName(bindings.QUEUE_PREFIX, role);
  const queue = {
    sendBatch: async (
      messages: Iterable<MessageSendRequest<{ outboxId: number } | { relay: string } | PurgeMessage | CanaryMessage>>,
    ) => {
      for (const { body, delaySeconds = 0 } of messages) {
        if ("purges" in body) purgeMessages.push({ delaySeconds });
        else if ("canary" in body) canaries.push(body);
        else if (!("outboxId" in body)) onward.push({ body, delaySeconds });
        else if (delaySeconds === 0) queued.push(body);
        else delayed.push({ ...body, dueAt: clock.now.getTime() + delaySeconds * 1000 });
      }
    },
  };

  const mailQueue = {
    sendBatch: async (messages: Iterable<MessageSendRequest<{ mailing: string } | CanaryMessage>>) => {
      for (const { body } of messages) {
        if ("canary" in body) canaries.push(body);
        else mailings.push(body);
      }
    },
  };

  // Each test site has its own tile store, because a store caches the bucket's pointer for a minute.
  const tiles = r2TileStore({ get: env.PHOTOS.get.bind(env.PHOTOS) }, () => clock.now);

  const timetables = r2TimetableStore({ get: env.PHOTOS.get.bind(env.PHOTOS) }, () => clock.now);
  const searchedProfiles = cachedBytes(crypto.randomUUID());

  const depsOf: DepsFactory = (given, ctx, context) => {
    const real = makeDeps(given, ctx, context);
    const attempts: Deps["attempts"] = {
      take: (key, limits) => env.ATTEMPTS.get(env.ATTEMPTS.idFromName(key)).take(limits, clock.now.getTime()),
      refund: real.attempts.refund,
      seen: (key, windowMs, part) =>
        env.ATTEMPTS.get(env.ATTEMPTS.idFromName(key)).seen(windowMs, part, clock.now.getTime()),
      // The real function queries a site on the internet.
      colo: () => Promise.resolve("YYZ"),
    };
    const gateNow = () => clock.now.getTime() + waitedMs;
    const deps: Deps = {
      ...real,
      mailings: mailingOf,
      ...(!options.keepsBuilds && { builds: { ...real.builds, keep: async () => 0 } }),
      ...(!options.drawsPreviews && { previews: blankPreviews(real.previews) }),
      purges: {
        ask: (tags, priority) => purgeGate().ask(tags, priority, gateNow()),
        take: () => purgeGate().take(gateNow()),
        takeEverything: () => purgeGate().takeEverything(gateNow()),
        done: (turn) => purgeGate().done(turn, gateNow()),
        refused: (turn) => purgeGate().refused(turn, gateNow()),
        budget: () => purgeGate().budget(gateNow()),
      },
      wait: async (ms) => void (waitedMs += ms),
      log: makeLog(
        context ?? {},
        errorRecorder({ db: real.db, now: () => clock.now, waitUntil: (work) => ctx.waitUntil(work) }),
      ),
      tokens: tokenSigner(
        real.config.sessionSecret,
        keyRing(real.config, real.db, () => clock.now),
      ),
      attempts,
      tiles,
      timetables,
      searchedProfiles,
      // With a fixed clock, the next second never comes, so the hub must not wait for it.
      visitors: { ...real.visitors, hub: hubOf, intervalMs: 0 },
      now: () => clock.now,
      queue: queue as unknown as Queue,
      slowQueue: queue as unknown as Queue,
      mailQueue: mailQueue as unknown as Queue,
      cache: { purge: async (tags) => void purged.push(...tags), purgeEverything: async () => {} },
    };
    return { ...deps, ...options.deps?.(deps) };
  };
  const handlers = makeHandlers(depsOf);

  const fetchPath = async (path: string, { method, json, body, headers = {}, as }: Call = {}): Promise<Response> => {
    const ctx = createExecutionContext();
    const request = new Request(`http://localhost:8787${path}`, {
      method: method ?? (json === undefined && body === undefined ? "GET" : "POST"),
      headers: {
        "cf-connecting-ip": "203.0.113.7",
        // A browser would also send the length of a JSON body. The length of a stream is unknown.
        ...(json !== undefined && {
          "content-type": "application/json",
          "content-length": String(new TextEncoder().encode(JSON.stringify(json)).length),
        }),
        ...(as && { cookie: as }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
      redirect: "manual",
    });
    const response = await handlers.fetch(request as Parameters<typeof handlers.fetch>[0], bindings, ctx);
    // The body is read before the context ends. Rows that are written while it streams would otherwise be lost.
    const copy = new Response(
      response.status === 204 || response.status === 304 ? null : await response.arrayBuffer(),
      response,
    );
    await waitOnExecutionContext(ctx);
    return copy;
  };

  const deliver = async (role: QueueRole, bodies: readonly unknown[]) => {
    const messages = bodies.map((body, nth) => ({ id: `${nth}`, timestamp: clock.now, attempts: 1, body }));
    if (messages.length === 0) return;
    const ctx = createExecutionContext();
    await handlers.queue(createMessageBatch(queueOf(role), messages), bindings, ctx);
    await waitOnExecutionContext(ctx);
  };
  const beginTick = async (time: Date = clock.now): Promise<void> => {
    const ctx = createExecutionContext();
    await handlers.scheduled(createScheduledController({ scheduledTime: time, cron: "*/15 * * * *" }), bindings, ctx);
    await waitOnExecutionContext(ctx);
  };
  /** Delivers continuation messages without a delay until none is left. */
  const goOn = async () => {
    for (let rounds = 0; rounds < 100; rounds += 1) {
      const next = onward.findIndex(({ delaySeconds }) => delaySeconds === 0);
      if (next === -1) return;
      await deliver(
        "jobs",
        onward.splice(next, 1).map(({ body }) => body),
      );
    }
    throw new Error("The work goes on and on.");
  };

  return {
    clock,
    purged,
    fetch: fetchPath,
    /** Counts the rows read and the queries of a request. */
    async count(path: string, call?: Call): Promise<ReadCount & { response: Response }> {
      const { result: response, ...count } = await measured(meter, () => fetchPath(path, call));
      return { ...count, response };
    },
    /** Returns a response, and the number of database responses that it awaited in sequence. */
    waits: (path: string, call?: Call) => waitsOf(meter, () => fetchPath(path, call)),
    /** Counts the rows read and the queries of any work. */
    measured: <T>(work: () => Promise<T>) => measured(meter, work),
    /** Logs a moderator in and returns the cookie. */
    async logIn(): Promise<string> {
      const response = await fetchPath("/api/admin/login", { json: { password: ADMIN_PASSWORD } });
      return response.headers.get("set-cookie")?.split(";")[0] ?? "";
    },
    /** Runs the first invocation of a cron tick. */
    beginTick,
    /** Runs one cron tick, including all its invocations and its canaries. */
    async tick(time: Date = clock.now): Promise<void> {
      await beginTick(time);
      await goOn();
      await deliver("jobs", canaries.splice(0));
    },
    /** Delivers messages as a queue does. */
    deliver,
    /** Messages that check whether the queues work, and that have not been delivered yet. */
    canaries,
    /** Runs one job as the tick at the given time would. @returns whether it was due and succeeded */
    async runJob(name: string, time: Date = clock.now): Promise<boolean> {
      const ctx = createExecutionContext();
      await runDueJobs(
        depsOf(bindings, ctx),
        SCHEDULED_JOBS.filter((job) => job.name === name),
        time,
      );
      await waitOnExecutionContext(ctx);
      const run = await env.DB.prepare(
        "SELECT finished_at IS NOT NULL AND error IS NULL AS went FROM job_runs WHERE job = ? ORDER BY slot DESC LIMIT 1",
      )
        .bind(name)
        .first<number>("went");
      return run === 1;
    },
    /** Delivers queued messages, each `times` times. Delivers delayed messages when they are due. */
    async runQueue(times = 1): Promise<void> {
      const isDue = ({ dueAt }: { dueAt: number }) => dueAt <= clock.now.getTime();
      queued.push(...delayed.filter(isDue).map(({ outboxId }) => ({ outboxId })));
      delayed.splice(0, delayed.length, ...delayed.filter((message) => !isDue(message)));
      await goOn();
      const messages = queued.splice(0).flatMap((body) => Array.from({ length: times }, () => body));
      await deliver("jobs", messages);
    },
    /** Outbox messages of both queues. */
    queued,
    /** Outbox messages with a delay that has not passed yet. */
    delayed,
    /** Continuation messages of the relay and the tick, with their delays. */
    onward,
    /** Advances the purge gate's time until its messages are delivered and no tag is waiting. */
    async finishPurges(): Promise<void> {
      for (let next = purgeMessages.shift(); next; next = purgeMessages.shift()) {
        waitedMs += next.delaySeconds * 1_000;
        await deliver("jobs", [{ purges: "waiting" } satisfies PurgeMessage]);
      }
    },
    /** Delivers a message about waiting purges. */
    goOnWithPurges: () => deliver("jobs", [{ purges: "waiting" } satisfies PurgeMessage]),
    /** Delivers a continuation message. */
    goOnWith: (body: unknown) => deliver("jobs", [body]),
    /** Messages that each continue one lane of a mailing. */
    mailings,
    /** Delivers lane messages once: each message `times` times, in sequence or concurrently. */
    async runMailings({ times = 1, together = false }: { times?: number; together?: boolean } = {}): Promise<void> {
      const deliver = async (body: { mailing: string }) => {
        const ctx = createExecutionContext();
        const message = { id: crypto.randomUUID(), timestamp: clock.now, attempts: 1, body };
        await handlers.queue(createMessageBatch(queueOf("mails"), [message]), bindings, ctx);
        await waitOnExecutionContext(ctx);
      };
      const messages = mailings.splice(0).flatMap((body) => Array.from({ length: times }, () => body));
      if (together) await Promise.all(messages.map(deliver));
      else for (const body of messages) await deliver(body);
    },
    /** Returns a token as emailed to a subscriber. */
    tokenFor: (purpose: TokenPurpose, id: number, version = 1) =>
      tokenSigner(bindings.SESSION_SECRET).mint(purpose, id, version),
    /** Returns the token of an email about one saved search of a reader. */
    searchLinkToken: (id: number, secondId: number) =>
      tokenSigner(bindings.SESSION_SECRET).mintForTwo("alert", { id, version: 1, secondId }),
    /** Returns the opt-out token of an email address. */
    async neverToken(email: string): Promise<string> {
      const tokens = tokenSigner(bindings.SESSION_SECRET);
      return tokens.sealHash("never", await tokens.addressHash(email.toLowerCase()));
    },
    /** Delivers an Email Sending event. */
    async mailEvent(body: unknown): Promise<void> {
      const ctx = createExecutionContext();
      await handlers.queue(
        createMessageBatch(queueOf("mail-events"), [{ id: "event", timestamp: clock.now, attempts: 1, body }]),
        bindings,
        ctx,
      );
      await waitOnExecutionContext(ctx);
    },
    /** Addresses to which inbound emails were forwarded. */
    forwarded,
    /** Receives an inbound email. @returns the reason why it was refused, or null */
    async receive({ from, to, raw, headers }: Received): Promise<string | null> {
      let refusal: string | null = null;
      const ctx = createExecutionContext();
      const message = {
        from,
        to,
        headers: new Headers(headers),
        raw: new Response(raw).body,
        setReject: (reason: string) => void (refusal = reason),
        forward: async (address: string, added: Headers) => {
          if (options.forwardFails) throw new Error("destination address is not verified");
          forwarded.push({ to: address, headers: [...added] });
        },
      };
      await handlers.email(message as unknown as ForwardableEmailMessage, bindings, ctx);
      await waitOnExecutionContext(ctx);
      return refusal;
    },
    /** Delivers a dead-lettered message. */
    async runDeadQueue(body: { outboxId: number } | { mailing: string }): Promise<void> {
      const queue = "mailing" in body ? queueOf("mails-dead") : queueOf("jobs-dead");
      const ctx = createExecutionContext();
      await handlers.queue(
        createMessageBatch(queue, [{ id: "dead", timestamp: clock.now, attempts: 1, body }]),
        bindings,
        ctx,
      );
      await waitOnExecutionContext(ctx);
    },
  };
}
export type Site = ReturnType<typeof makeSite>;

/** Parses the JSON of a response. */
export async function json<T = Record<string, unknown>>(response: Response | Promise<Response>): Promise<T> {
  return (await response).json();
}
