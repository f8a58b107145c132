// @module-tag rest
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullSize } from "../support/full-size.ts";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const MEGABYTE = 1_000_000;
/** Repetitions of every body: leaked connections appear by the tenth, a wrong answer by the second. */
const TIMES = fullSize(10, 2);
const TIMES_LARGE = fullSize(3, 1);
const PIECE = Buffer.alloc(65_536, "A");
/** A PNG of one white pixel, in base64. */
const PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg";
/** The start of a submission with photos. Bytes after the end of the PNG are ignored. */
const BEGINNING = `${JSON.stringify({
  address: "88 Harbord St, Toronto",
  rent: "1850",
  moveInDate: "2026-12-01",
  bedrooms: "1 Bedroom",
  bathrooms: "1",
  email: "landlord@example.com",
  phone: "416-555-0134",
}).slice(0, -1)},"images":[`;

/** Yields chunks of a body with an unterminated text of this length. */
function* endless(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"email":"');
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE;
}

/** Yields chunks of a submission, by default of 30 MB in five photos. */
function* submission(photos = 5, charactersEach = 5.9 * MEGABYTE): Generator<Buffer> {
  yield Buffer.from(BEGINNING);
  for (let photo = 0; photo < photos; photo += 1) {
    yield Buffer.from(`${photo > 0 ? "," : ""}"data:image/png;base64,${PHOTO}`);
    for (let sent = 0; sent < charactersEach; sent += PIECE.length) yield PIECE;
    // Base64 consists of groups of four characters.
    yield Buffer.from(`${"A".repeat((4 - (PHOTO.length % 4)) % 4)}"`);
  }
  yield Buffer.from("]}");
}

interface Answer {
  status: number;
  text: string;
  /** The connection's error, if it occurred before a response arrived. */
  failure: string | null;
}

/** Sends a body over a plain socket, as fast as it is accepted, until a response arrives. */
function post(port: number, path: string, parts: Iterable<Buffer>, length: number | null): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost");
    let text = "";
    let failure: string | null = null;
    let isDone = false;
    const finish = () => {
      if (isDone) return;
      isDone = true;
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, failure });
    };
    socket.on("data", (data) => {
      text += String(data);
      // The response is complete with a JSON object, with or without the final chunk, or with the server's own error
      // page.
      if (/\}\s*(?:0\s*)?$|<\/html>\s*$/.test(text)) finish();
    });
    socket.on("error", (error) => (failure = error.message));
    socket.on("close", finish);
    const framing = length === null ? "transfer-encoding: chunked" : `content-length: ${length}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
    );
    const framed = (part: Buffer) =>
      length === null
        ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")])
        : part;
    const source = parts[Symbol.iterator]();
    const send = () => {
      while (!socket.destroyed) {
        const { value, done } = source.next();
        if (done) {
          if (length === null) socket.write("0\r\n\r\n");
          return;
        }
        if (!socket.write(framed(value))) {
          socket.once("drain", send);
          return;
        }
      }
    };
    send();
  });
}

const lengthOf = (parts: Iterable<Buffer>) => [...parts].reduce((sum, { length }) => sum + length, 0);

describe("a body rejected by the local server", () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await startOwnServer();
  }, LONG_TESTS.start);
  afterAll(async () => {
    await server.close();
  });

  const cases: [string, string, () => Iterable<Buffer>, boolean, number][] = [
    ["a sign-up of 3 MB", "/api/subscribe", () => endless(3 * MEGABYTE), true, TIMES],
    ["a sign-up of 3 MB without a length", "/api/subscribe", () => endless(3 * MEGABYTE), false, TIMES],
    ["a webhook of 5 MB", "/api/stripe/webhook", () => endless(5 * MEGABYTE), true, TIMES],
    ["a submission of 60 MB", "/api/submit-property", () => submission(10), true, TIMES_LARGE],
    ["a submission of 60 MB without a length", "/api/submit-property", () => submission(10), false, TIMES_LARGE],
  ];
  it.each(cases)("%s gets 413 every time", async (_name, path, parts, hasLength, times) => {
    const length = hasLength ? lengthOf(parts()) : null;
    for (let time = 0; time < times; time += 1) {
      const { status, text, failure } = await post(server.port, path, parts(), length);
      expect(failure).toBeNull();
      expect(status).toBe(413);
      expect(text).toContain('"code":"request.too_large"');
    }
  });

  it("larger than the worker's limit gets 413 or a retryable status", async () => {
    for (const hasLength of [true, false]) {
      const length = hasLength ? lengthOf(submission(40)) : null;
      const { status } = await post(server.port, "/api/submit-property", submission(40), length);
      expect([413, 503]).toContain(status);
    }
  });

  it("among six concurrent submissions of 30 MB, at least one is accepted and the others get a retryable status", async () => {
    const length = lengthOf(submission());
    for (let time = 0; time < fullSize(2, 1); time += 1) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => post(server.port, "/api/submit-property", submission(), length)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201).length, String(statuses)).toBeGreaterThanOrEqual(1);
      expect(statuses.filter((status) => status === 201 || status === 503)).toHaveLength(6);
      for (const { status, text } of answers) if (status === 503) expect(text).toMatch(/retry-after: \d/i);
    }
  });

  it("causes no error in the server's output", () => {
    expect(server.output()).not.toMatch(/^\s+at \S+|"stack"|fetch failed|Error:/m);
  });
});
