import { describe, expect, it } from "vitest";
import headersFile from "../../public/_headers?raw";
import { OPERATIONS } from "../../worker/contracts/operations.ts";
import { PUBLIC_READS, PURGES, TAGS_OF_DEPLOYMENT } from "../../worker/platform/caching.ts";
import { canonicalAddress, clientFrom, networkOf } from "../../worker/platform/client-address.ts";
import { escapeHtml, scriptJson } from "../../worker/platform/html.ts";
import { readImageHeader } from "../../worker/platform/photo-bytes.ts";
import { assertHeadersAreSafe } from "../../worker/platform/mail.ts";
import { daily, everyTick } from "../../worker/platform/schedule.ts";
import { contentSecurityPolicy } from "../../worker/platform/middleware.ts";

describe("a client's address", () => {
  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["2001:0DB8::0001", "2001:db8::1"],
    ["[::1]", null],
    ["0x7f.1", null],
    ["1", null],
    ["1.2.3.4, 5.6.7.8", null],
    ["", null],
  ])("%s is %s", (text, address) => expect(canonicalAddress(text)).toBe(address));
  it("of IPv6 is reduced to its /64", () => {
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2::"));
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  });
  it("is in the same network within a /64, and in another outside", { tags: ["rest"] }, () => {
    const networks = new Set<string>();
    for (let n = 0; n < 65_536; n += 1) networks.add(networkOf(`2001:db8:7:8:${n.toString(16)}:0:0:${n.toString(16)}`));
    expect(networks.size).toBe(1);
    expect(networks.has(networkOf("2001:db8:7:9::1"))).toBe(false);
  });
  it.each<Record<string, string>>([
    { "x-forwarded-for": "1.1.1.1" },
    { "x-real-ip": "1.1.1.1" },
    { "true-client-ip": "1.1.1.1" },
    { forwarded: "for=1.1.1.1" },
    { "cf-connecting-ipv6": "2001:db8::9" },
    { "cf-pseudo-ipv4": "1.1.1.1" },
    { "x-client-ip": "1.1.1.1" },
    { "x-cluster-client-ip": "1.1.1.1" },
    { "fastly-client-ip": "1.1.1.1" },
    { via: "1.1.1.1" },
    { "x-forwarded-for": "9.9.9.9, 1.1.1.1", "x-real-ip": "1.1.1.1" },
    { "x-original-forwarded-for": "1.1.1.1" },
  ])("is not taken from %j", (headers) => {
    expect(clientFrom(new Headers({ "cf-connecting-ip": "9.9.9.9", ...headers })).address).toBe("9.9.9.9");
  });
  it("comes only from CF-Connecting-IP", () => {
    expect(clientFrom(new Headers({ "cf-connecting-ip": "::ffff:9.9.9.9", "x-forwarded-for": "1.1.1.1" }))).toEqual({
      address: "9.9.9.9",
      network: "9.9.9.9",
      networks: ["9.9.9.9"],
    });
    expect(clientFrom(new Headers({ "x-forwarded-for": "1.1.1.1" })).address).toBe("0.0.0.0");
  });
});

describe("email headers", () => {
  const mail = { kind: "operator.notice" as const, to: "a@example.com", subject: "s", text: "", html: "" };
  const breaks = [
    "\r",
    "\n",
    "\r\n",
    "\0",
    "\nBcc: x@example.com",
    "a\rb",
    "\r\n\r\n<html>",
    "\n ",
    "x\0y",
    "\r\nSubject: y",
    "\n\n",
    "\t\r",
  ];
  it.each(
    breaks.flatMap((text) => [
      { ...mail, to: `a@example.com${text}` },
      { ...mail, subject: `s${text}` },
      { ...mail, replyTo: `r${text}` },
      { ...mail, headers: { "X-A": text } },
      { ...mail, headers: { [`X${text}`]: "a" } },
    ]),
  )("with a line break in %j are rejected", (bad) => expect(() => assertHeadersAreSafe(bad)).toThrow("line break"));
  it("without a line break are accepted", () =>
    expect(() =>
      assertHeadersAreSafe({ ...mail, subject: "Zoë's unit: 1 BR", headers: { "List-Unsubscribe": "<https://x>" } }),
    ).not.toThrow());
});

describe("text inserted into a page", () => {
  it("cannot close its element", () => {
    expect(escapeHtml(`<img src=x onerror="a('b')">&`)).toBe(
      "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;",
    );
    const openings = [
      "</script>",
      "</SCRIPT >",
      "<!--",
      "-->",
      "<script>",
      "]]>",
      "\u2028",
      "\u2029",
      "&lt;/script&gt;",
      "</style>",
    ];
    for (const payload of openings.flatMap((text) => [text, `${text}${text}`, `a"${text}\\`])) {
      const json = scriptJson({ payload, [payload]: [payload] });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ payload, [payload]: [payload] });
      expect(escapeHtml(payload)).not.toMatch(/[<>"']/);
    }
  });
});

describe("the bytes of a photo", () => {
  it("in other formats have no dimensions", () => {
    for (const bytes of [
      [],
      [0xff],
      [0xff, 0xd8],
      [0xff, 0xd8, 0xff],
      [0x47, 0x49, 0x46, 0x38],
      [0x52, 0x49, 0x46, 0x46],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x25, 0x50, 0x44, 0x46],
    ])
      expect(readImageHeader(new Uint8Array(bytes))).toBeNull();
  });
  it("never cause a hang or an exception after a valid start", () => {
    let state = 7;
    const random = () => (state = (state * 1103515245 + 12345) % 2147483648);
    for (let round = 0; round < 2000; round += 1) {
      const bytes = new Uint8Array(random() % 200).map(() => random() % 256);
      bytes.set(
        round % 2
          ? [0xff, 0xd8, 0xff].slice(0, bytes.length)
          : [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, bytes.length),
      );
      expect(() => readImageHeader(bytes)).not.toThrow();
    }
  });
});

describe("cache tags", () => {
  it("are all purged by some change, or live as long as a deployment", () => {
    const purged = new Set<string>(Object.values(PURGES).flatMap(({ tags }) => tags));
    const set = new Set<string>([
      ...Object.values(PUBLIC_READS).flatMap(({ tags }) => tags),
      ...OPERATIONS.flatMap(({ rule }) => rule.tags ?? []),
    ]);
    for (const tag of set) expect(purged.has(tag) || TAGS_OF_DEPLOYMENT.includes(tag), tag).toBe(true);
    for (const tag of purged) expect(set.has(tag), tag).toBe(true);
  });
});

describe("public/_headers", () => {
  it("matches the worker's headers", () => {
    expect(headersFile).toContain(`Content-Security-Policy: ${contentSecurityPolicy(false)}\n`);
    for (const line of [
      "Strict-Transport-Security: max-age=63072000; includeSubDomains",
      "X-Content-Type-Options: nosniff",
      "Cross-Origin-Opener-Policy: same-origin",
      "Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()",
    ])
      expect(headersFile).toContain(line);
  });
});

describe("a scheduled run", () => {
  it("is named after its quarter of an hour or its day", () => {
    expect(everyTick(new Date("2026-11-20T15:07:59Z"))).toBe("2026-11-20T15:00:00.000Z");
    expect(daily(new Date("2026-11-20T23:59:59Z"))).toBe("2026-11-20");
  });
});
