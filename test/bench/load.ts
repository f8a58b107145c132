import { Agent, get } from "node:http";
import { median, percentile } from "./figures.ts";
import { processorMs } from "./workerd-processes.ts";

/** A named URL to request, or several URLs that alternate. */
export interface Way {
  name: string;
  url: string;
}

/** Measurements of the requests sent to one {@link Way}. */
export interface WayMark {
  name: string;
  perSecond: number;
  /** Requests per second in each turn, in order. */
  rates: readonly number[];
  /** Milliseconds of a request under concurrent load. */
  p50: number;
  p99: number;
  /** Milliseconds of workerd's processor time, including its own database. */
  processorMs: number;
  /** Bytes of the response body. */
  bytes: number;
}

export interface LoadOptions {
  /** Processes whose processor time is counted. */
  ids: readonly number[];
  rounds: number;
  /** Number of requests per way and round, and number of concurrent requests. */
  requests: number;
  atOnce: number;
}

function once(url: string, agent: Agent): Promise<{ ms: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    // Header that Cloudflare adds to every request.
    get(url, { agent, headers: { "cf-connecting-ip": "203.0.113.7" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - began, bytes });
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on("error", reject);
  });
}

/** Sends this many requests over persistent connections, `atOnce` at a time. */
async function burst(url: string, agent: Agent, requests: number, atOnce: number) {
  const times: number[] = [];
  let bytes = 0;
  let left = requests;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const answer = await once(url, agent);
        times.push(answer.ms);
        ({ bytes } = answer);
      }
    }),
  );
  return { times, bytes, perSecond: (requests / (performance.now() - began)) * 1_000 };
}

/**
 * Sends requests to each way in turns, because all must run under the same conditions. The first round is a warm-up.
 * The rate and the processor time are the medians of all other rounds.
 */
export async function takeTurns<Name extends string>(
  ways: readonly (Way & { name: Name })[],
  { ids, rounds, requests, atOnce }: LoadOptions,
): Promise<(WayMark & { name: Name })[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const taken = ways.map((way) => ({
    ...way,
    rates: [] as number[],
    work: [] as number[],
    all: [] as number[],
    size: 0,
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of taken) {
      const before = processorMs(ids);
      const { times, bytes, perSecond } = await burst(way.url, agent, requests, atOnce);
      if (round === 0) continue;
      way.work.push((processorMs(ids) - before) / requests);
      way.rates.push(perSecond);
      way.all.push(...times);
      way.size = bytes;
    }
  }
  agent.destroy();
  return taken.map(({ name, rates, work, all, size }) => ({
    name,
    perSecond: median(rates),
    rates,
    p50: median(all),
    p99: percentile(all, 0.99),
    processorMs: median(work),
    bytes: size,
  }));
}

/**
 * Returns the ratio between the rates of two ways: the median of their ratios in each turn, because a disturbance
 * affects both rates of a turn.
 */
export function shareOf(mark: WayMark, other: WayMark): number {
  return median(mark.rates.map((rate, turn) => rate / (other.rates[turn] ?? Number.NaN)));
}
