import { describe, expect, it } from "vitest";
import type { Comment, Thread, ThreadList } from "../../../worker/contracts/forum.ts";
import { bulkComments, bulkThreads } from "../../support/worker/forum-bulk.ts";
import { commentsOf, startThread, visitor, write } from "../../support/worker/forum.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const code = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, n) => String.fromCodePoint(from + n));

/** Invisible texts. Each of them alone, and many of them together, count as a blank text. */
const INVISIBLE = [
  "",
  "\u034F",
  "\u17B4",
  "\u180B",
  "\uFE0F",
  "\u0301",
  "\u{1D173}",
  "\u{E0100}",
  " ",
  "\t\t\t",
  "\n\n\n",
  "\r\n",
  "\u00A0",
  "\u2003",
  "\u3000",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u180E",
  "\u2800",
  "\u3164",
  "\u115F",
  "\u1160",
  "\uFFA0",
  "\u00AD",
  "\u061C",
  "\uFEFF",
  "\u0000",
  "\u0007",
  "\u001B",
  "\u007F",
  "\u009F",
  ...code(0x200b, 0x200f),
  ...code(0x202a, 0x202e),
  ...code(0x2060, 0x2069),
  ...code(0xfff9, 0xfffb),
  "\u{E0001}",
  "\u{E0041}\u{E0042}",
];

/** Odd texts with visible content. They are cleaned before they are stored, and returned as stored. */
const STRANGE = [
  "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349\u035A\u032F\u031E\u0320\u034Dalgo",
  "e\u0301".repeat(40),
  "\u202Egnp.exe",
  "rent\u202E tner\u202C rent",
  "\u2066isolated\u2069 text",
  "A\u200DB\u200CC\u200BD",
  "👩‍👩‍👧‍👦 family",
  "🏳️‍🌈🇨🇦 flags",
  "👍🏽👍🏿",
  "\u0041\u030A\u0041\u030A\u0041\u030A",
  "ﬁne ﬂat ﬀ",
  "ＦＵＬＬ ＷＩＤＴＨ",
  "𝕱𝖗𝖆𝖐𝖙𝖚𝖗",
  "ⓒⓘⓡⓒⓛⓔⓓ",
  "سعر الإيجار",
  "מחיר השכירות",
  "किराया कितना है",
  "ค่าเช่าเท่าไหร่",
  "租金多少？",
  "집세가 얼마예요",
  "сколько стоит аренда",
  "πόσο είναι το ενοίκιο",
  "áàâäãåāăą",
  "İstanbul ıİiI",
  "Straße ẞ",
  "ŁÓDŹ łódź",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "</textarea><svg/onload=alert(1)>",
  "javascript:alert(1)",
  "[link](javascript:alert(1))",
  "{{constructor.constructor('alert(1)')()}}",
  "${7*7} #{7*7}",
  "&lt;b&gt; &amp; &#x3C;",
  "'; DROP TABLE forum_threads; --",
  '" OR ""="',
  "1' OR '1'='1",
  "%00%0d%0aSet-Cookie: a=b",
  "\\u0000\\x00",
  "a\u0000b\u0000c",
  "line\rline\r\nline\u2028line\u2029line",
  "tab\tand\ttab",
  "__proto__ constructor",
  "null undefined NaN",
  "true",
  "[object Object]",
  "0x1F4A9",
  "../../../etc/passwd",
  "C:\\CON\\NUL",
  "$(rm -rf /) `id`",
  "%s%s%s%n",
  "=cmd|' /C calc'!A0",
  "@everyone",
  "𝒳".repeat(200),
  "\uFFFD\uFFFE?",
  "…—–‘’“”«»",
  "½⅓²³™©®",
  "\u{10FFFF}\u{10FFFE}ab",
  "٠١٢٣٤٥٦٧٨٩",
  "(╯°□°)╯︵ ┻━┻",
  "¯\\_(ツ)_/¯",
  "a".repeat(5_000),
  "word ".repeat(1_900),
  "\u0300\u0301\u0302\u0303\u0304\u0305abc",
  "क्‍ष क्‌ष",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} flag",
  "x\u00ADy\u00ADz",
  "\u0338\u0338\u0338 slash",
  "NEAR(rent fair) AND OR NOT",
  "title:rent* ^rent",
];

/**
 * Matches characters that stored text must not contain: control characters except tab and newline, characters that
 * change the direction, invisible characters except the joiners of words and emoji (test/unit/cleaned-text.test.ts) and
 * a flag's tags, and more than four combining marks in a row.
 */
const UNCLEAN =
  // eslint-disable-next-line no-control-regex -- the test searches for these
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<=[\p{ASCII}\u200C\u200D])[\u200C\u200D]|(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]|\p{M}{5}/u;

describe("odd texts", () => {
  it("that are invisible count as blank", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    expect(INVISIBLE.length + STRANGE.length).toBeGreaterThanOrEqual(120);
    for (const blank of INVISIBLE) {
      const text = blank.repeat(blank === "" ? 1 : 20);
      for (const [path, body] of [
        ["/threads", { title: text, content: "There is something here." }],
        ["/threads", { title: "There is something", content: text }],
        ["/comments", { threadId, content: text }],
      ] as const) {
        const response = await write(site, author, "POST", path, body);
        expect(response.status, `${path} ${JSON.stringify(blank)}`).toBe(400);
      }
    }
    expect(await commentsOf(site, threadId)).toEqual([]);
  });

  it("are stored normalized, returned as stored, and searchable", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const author = await visitor(site);
    for (const [index, text] of STRANGE.entries()) {
      const named = JSON.stringify(text.slice(0, 40));
      const body = { title: Array.from(text).slice(0, 150).join(""), content: `Number ${index}: ${text}` };
      const response = await write(site, author, "POST", "/threads", body);
      expect(response.status, named).toBe(201);
      const thread = await json<Thread>(response);
      for (const kept of [thread.title, thread.content]) {
        expect(kept, named).not.toMatch(UNCLEAN);
        expect(kept).toBe(kept.normalize("NFC"));
      }
      expect(thread.title, named).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(thread.seoSlug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(await json(site.fetch(`/api/discussion/thread/${thread.id}/${thread.seoSlug}`))).toEqual(thread);
      const said = await write(site, author, "POST", "/comments", {
        threadId: thread.id,
        content: `Said ${index}: ${text}`,
      });
      expect(said.status, named).toBe(201);
      expect(await commentsOf(site, thread.id)).toEqual([await json<Comment>(said)]);
      for (const query of [
        `threads?q=${encodeURIComponent(text)}`,
        `threads/similar?title=${encodeURIComponent(text)}`,
      ])
        expect((await site.fetch(`/api/discussion/${query}`)).status, named).toBe(200);
    }
  });

  it("of the wrong type are rejected", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const { id: threadId } = await startThread(site, author);
    for (const odd of [null, 12, true, [], ["abc"], {}, { toString: "abc" }]) {
      for (const [path, body] of [
        ["/threads", { title: odd, content: "There is something here." }],
        ["/threads", { title: "There is something", content: odd }],
        ["/comments", { threadId, content: odd }],
        ["/comments", { threadId: odd, content: "There is something here." }],
      ] as const) {
        // The number 12 is a valid thread id, but no such thread exists.
        expect([400, 404], `${path} ${JSON.stringify(odd)}`).toContain(
          (await write(site, author, "POST", path, body)).status,
        );
      }
    }
    for (const odd of [12, true, [], {}, "x".repeat(201)]) {
      const body = { title: "There is something", content: "There is something here.", anonymousId: odd };
      const response = await site.fetch("/api/discussion/threads", { json: body });
      expect(response.status, JSON.stringify(odd).slice(0, 20)).toBe(401);
    }
  });
});

describe("odd numbers", () => {
  const VALUES =
    "|0|-0|-1|+1|1.0|1.5|1e9|1e999|-1e9|NaN|Infinity|-Infinity|null|undefined|true|abc|1abc|0x10|0b1|0o7|1_000|1,000| 5 |%20|%00|５|٣|9007199254740993|99999999999999999999|-99999999999999999999|1;DROP TABLE forum_threads|1 OR 1=1|[]|{}|1&limit=2|../1|%F0%9F%8F%A0|1e-1|--1|2147483648|null%00".split(
      "|",
    );
  it("in limit, offset and after are clamped or ignored, without an error or a scan", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(40);
    await bulkComments(1, 40);
    expect(VALUES.length).toBeGreaterThanOrEqual(40);
    for (const value of VALUES) {
      const given = value.replaceAll(" ", "%20");
      for (const name of ["limit", "offset", "page", "sort"]) {
        const { response, rowsRead } = await site.count(`/api/discussion/threads?${name}=${given}`);
        expect(response.status, `${name}=${value}`).toBe(200);
        expect(Array.isArray((await json<ThreadList>(response)).threads)).toBe(true);
        expect(rowsRead, `${name}=${value}`).toBeLessThanOrEqual(100 + 5);
      }
      for (const name of ["limit", "after", "offset"]) {
        const { response, rowsRead } = await site.count(`/api/discussion/thread/1/comments?${name}=${given}`);
        expect(response.status, `${name}=${value}`).toBe(200);
        expect(Array.isArray(await json(response))).toBe(true);
        expect(rowsRead, `${name}=${value}`).toBeLessThanOrEqual(100 + 5);
      }
    }
    expect((await site.count("/api/discussion/threads?offset=10001")).rowsRead).toBe(1);
    expect((await site.count("/api/discussion/thread/1/comments?offset=10001")).rowsRead).toBe(1);
  });
});
