import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InboundMessage, readInboundMessage } from "../../worker/platform/inbound-message.ts";
import { authenticatedDomains, isAuthentic } from "../../worker/platform/mail-authentication.ts";
import {
  DKIM,
  FORGED,
  FROM,
  HONEST,
  MEGABYTE,
  message,
  ours,
  PASS,
  SERVER,
  VICTIM,
} from "../support/worker/inbound-messages.ts";
import { fullSize } from "../support/full-size.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (raw: string | Uint8Array<ArrayBuffer>, envelopeFrom: string = VICTIM) =>
  await readInboundMessage(new Blob([raw]).stream(), MEGABYTE, envelopeFrom);

const isFromVictim = (message: InboundMessage | null) =>
  message?.from === VICTIM &&
  !message.isAutomatic &&
  isAuthentic(message.from, authenticatedDomains(message.headers, SERVER));

describe("a reply is accepted as genuine", () => {
  it.each(HONEST)("when it arrives %s", async (_, raw) => expect(isFromVictim(await read(raw))).toBe(true));
});

describe("a message is rejected as not genuine", () => {
  it.each(FORGED)("with %s", async (_, raw) => expect(isFromVictim(await read(raw))).toBe(false));

  it.each(["", "<>", "MAILER-DAEMON@example.com", "<postmaster@example.com>", "no-reply@example.com", "noreply+1@a.b"])(
    "when the envelope is from '%s'",
    async (envelopeFrom) => expect(isFromVictim(await read(message(PASS, FROM), envelopeFrom))).toBe(false),
  );

  it("with any forged envelope sender, even when mail servers quote it", async () => {
    const piece = fc.constantFrom('"', "(", ")", ";", "\\", " ", "a", DKIM, "dmarc=pass header.from=example.com");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, hasComment) => {
        const sender = `"${pieces.join("").replaceAll(/["\\]/g, String.raw`\$&`)}"@evil.com`;
        const comment = hasComment ? ` (${SERVER}: domain of ${sender} designates 192.0.2.1)` : "";
        const raw = ours(`dmarc=fail header.from=example.com; spf=pass${comment} smtp.mailfrom=${sender}`);
        expect(isFromVictim(await read(raw))).toBe(false);
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });
});

describe("the signing domain of an email", () => {
  it.each([
    ["a@example.com", "example.com", true],
    ["a@EXAMPLE.com.", "example.com", true],
    ["a@mail.example.com", "example.com", true],
    ["a@example.com", "mail.example.com", false],
    ["a@other.example.com", "mail.example.com", false],
    ["a@xn--bcher-kva.example", "xn--bcher-kva.example", true],
    ["a@b\u00fccher.example", "xn--bcher-kva.example", false],
    ["a@\u212Aijiji.ca", "kijiji.ca", false],
    ["a@com", "com", false],
    ["a@b@example.com", "example.com", false],
    ["a@example.com@evil.com", "example.com", false],
    ["@example.com", "example.com", false],
    ["example.com", "example.com", false],
  ])("from %s, signed by %s, counts: %s", (address, signer, expected) =>
    expect(isAuthentic(address, { dmarc: [], dkim: [signer] })).toBe(expected),
  );
  it("passes DMARC only when it is identical to the sender's", () => {
    expect(isAuthentic("a@example.com", { dmarc: ["example.com"], dkim: [] })).toBe(true);
    expect(isAuthentic("a@mail.example.com", { dmarc: ["example.com"], dkim: [] })).toBe(false);
    expect(isAuthentic("a@example.com", null)).toBe(false);
  });
});

describe("a message", () => {
  it("is parsed with its headers in order, topmost first", async () => {
    const found = await read(message("X-First: 1", "X-Twice: a\r\n\tb", "x-twice: c", FROM));
    expect(found?.headers.slice(0, 4)).toEqual([
      { name: "x-first", value: "1" },
      { name: "x-twice", value: "a\tb" },
      { name: "x-twice", value: "c" },
      { name: "from", value: "Vic Tim <victim@example.com>" },
    ]);
  });

  it("is parsed with its subject and Message-ID", async () => {
    const found = await read(`${FROM}\r\nSubject: =?utf-8?Q?Zo=C3=AB=0D=0ABcc:_a?=\r\nMessage-ID: <a.b@c>\r\n\r\n`);
    expect(found).toMatchObject({ subject: "Zoë Bcc: a", messageId: "<a.b@c>", isAutomatic: false });
  });

  it("is automatic when its From belongs to a mail server", async () => {
    const found = await read(message("From: Mail Delivery System <Mailer-Daemon@mail.example.com>"));
    expect(found).toMatchObject({ from: "mailer-daemon@mail.example.com", isAutomatic: true });
  });

  it.each(["a@b", "<a b@c>", "<a><b>", `<${"a".repeat(1000)}>`])("has no Message-ID in '%s'", async (value) =>
    expect((await read(message(FROM, `Message-ID: ${value}`)))?.messageId).toBeNull(),
  );

  it("is rejected, and its stream cancelled, as soon as it exceeds the limit", async () => {
    let isCancelled = false;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(bytesOf("a".repeat(1000)));
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect(await readInboundMessage(endless, 10_000, VICTIM)).toBeNull();
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(15);
  });

  it.each([1, 7, 1000])(
    "is read only up to the end of its headers, even if that end is split between chunks of %i bytes",
    async (size) => {
      const start = bytesOf(message(FROM));
      let at = 0;
      let isCancelled = false;
      const endless = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const part = start.subarray(at, at + size);
            controller.enqueue(part.length > 0 ? part : bytesOf("a".repeat(size)));
            at += size;
          },
          cancel() {
            isCancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      expect(await readInboundMessage(endless, 10_000, VICTIM)).toMatchObject({ from: VICTIM });
      expect(isCancelled).toBe(true);
      expect(at).toBeLessThanOrEqual(Math.max(start.length, size));
    },
  );

  it("is null when its stream fails", async () => {
    const failing = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("The connection was lost."));
      },
    });
    expect(await readInboundMessage(failing, MEGABYTE, VICTIM)).toBeNull();
  });

  it("is parsed without an exception for any bytes", async () => {
    const line = fc.oneof(
      fc.constantFrom(PASS, FROM, "", " ", "\0", "\r", "Content-Type: multipart/mixed"),
      fc.string(),
    );
    const text = fc.array(line).map((lines) => bytesOf(lines.join("\n")));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), text), async (bytes) => {
        await expect(read(new Uint8Array(bytes))).resolves.toBeDefined();
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });
});
