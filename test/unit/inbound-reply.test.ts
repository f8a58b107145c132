import { describe, expect, it } from "vitest";
import { hasAutomaticSubject, isAutomatic, isAutomaticText } from "../../worker/platform/inbound-message.ts";
import { MAX_KEPT, withoutAttachments, readReplyText } from "../../worker/platform/inbound-reply.ts";
import { textOfHtml, withoutQuotation } from "../../worker/platform/reply-text.ts";

const ANSWER = "Free on March 1st, parking included.";
const OURS = "A moderator has a question";
const BELOW = "Below Market Toronto <listings@example.com>";

/** Returns a stream in chunks of `size` bytes, because the platform may split a message anywhere. */
function streamOf(raw: string | Uint8Array, size = 1_000): ReadableStream<Uint8Array> {
  const bytes = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
const read = async (raw: string | Uint8Array, size?: number) =>
  readReplyText(await withoutAttachments(streamOf(raw, size)));
const crlf = (...lines: string[]) => lines.join("\r\n");
const part = (headers: string[], body: string) => crlf(...headers, "", body);
const multipart = (kind: string, boundary: string, parts: string[]) =>
  crlf(
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    "",
    ...parts.flatMap((one) => [`--${boundary}`, one]),
    `--${boundary}--`,
    "",
  );
const plain = (text: string) => part(["Content-Type: text/plain; charset=utf-8"], text);
const htmlPart = (html: string) => part(["Content-Type: text/html; charset=utf-8"], html);
const photo = (bytes: number, disposition = "attachment") =>
  part(
    [
      "Content-Type: image/jpeg",
      `Content-Disposition: ${disposition}; filename="a.jpg"`,
      "Content-Transfer-Encoding: base64",
    ],
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkI\r\n".repeat(Math.ceil(bytes / 78)),
  );

describe("a reply keeps its own text and loses the quoted text", () => {
  const quoted = `> ${OURS}:\n> When is it free?`;
  const block = (from: string, sent: string, to: string, subject: string) =>
    [
      `${from}: ${BELOW}`,
      `${sent}: Saturday, November 28, 2026 10:02 AM`,
      `${to}: Robin`,
      `${subject}: a question`,
    ].join("\n");
  const cases: [string, string][] = [
    ["Gmail", `${ANSWER}\n\nOn Sat, Nov 28, 2026 at 10:02 AM ${BELOW} wrote:\n\n${quoted}`],
    [
      "Gmail, broken twice",
      `${ANSWER}\n\nOn Sat, Nov 28, 2026 at 10:02 AM Below Market Toronto <\nlistings@example.com>\nwrote:\n\n${quoted}`,
    ],
    ["Gmail in French", `${ANSWER}\n\nLe sam. 28 nov. 2026 à 10:02, ${BELOW} a\nécrit :\n\n${quoted}`],
    [
      "Gmail in Spanish",
      `${ANSWER}\n\nEl sáb, 28 nov 2026 a las 10:02, Below Market Toronto (<listings@example.com>)\nescribió:\n\n${quoted}`,
    ],
    [
      "Gmail in Portuguese",
      `${ANSWER}\n\nEm sáb., 28 de nov. de 2026 às 10:02, Below Market Toronto <\nlistings@example.com> escreveu:\n\n${quoted}`,
    ],
    [
      "Gmail in Chinese",
      `${ANSWER}\n\nBelow Market Toronto <listings@example.com> 于2026年11月28日周六 10:02写道：\n\n${quoted}`,
    ],
    ["Apple Mail in German", `${ANSWER}\n\n> Am 28.11.2026 um 10:02 schrieb ${BELOW}:\n> \n${quoted}`],
    ["Apple Mail in Chinese", `${ANSWER}\n\n在 2026年11月28日，10:02，${BELOW} 写道：\n\n${quoted}`],
    ["Thunderbird", `${ANSWER}\n\nOn 2026-11-28 10:02 a.m., Below Market Toronto wrote:\n${quoted}`],
    ["Thunderbird, answered below", `On 2026-11-28 10:02, Below Market Toronto wrote:\n${quoted}\n\n${ANSWER}\n`],
    ["Thunderbird in French", `Le 28/11/2026 à 10:02, Below Market Toronto a écrit :\n${quoted}\n${ANSWER}`],
    ["Proton", `${ANSWER}\n\nOn Saturday, November 28th, 2026 at 10:02 AM, ${BELOW} wrote:\n\n${quoted}`],
    [
      "Proton, formerly",
      `${ANSWER}\n\n------- Original Message -------\nOn Saturday, November 28th, 2026 at 10:02 AM, ${BELOW} wrote:\n\n\n${quoted}`,
    ],
    [
      "Yahoo, without marks",
      `${ANSWER}\n\n    On Saturday, November 28, 2026, 10:02 a.m., ${BELOW} wrote:  \n \n ${OURS}: when is it free?`,
    ],
    ["Outlook", `${ANSWER}\n\n-----Original Message-----\n${block("From", "Sent", "To", "Subject")}\n\n${OURS}`],
    [
      "Outlook on the web",
      `${ANSWER}\n\n________________________________\n${block("From", "Sent", "To", "Subject")}\n\n${OURS}`,
    ],
    ["Outlook in French", `${ANSWER}\n\n${block("De ", "Envoyé ", "À ", "Objet ")}\n\n${OURS}`],
    ["Outlook in Spanish", `${ANSWER}\n\n${block("De", "Enviado el", "Para", "Asunto")}\n\n${OURS}`],
    ["Outlook in Portuguese", `${ANSWER}\n\n${block("De", "Enviada em", "Para", "Assunto")}\n\n${OURS}`],
    [
      "Outlook in Chinese",
      `${ANSWER}\n\n${block("发件人", "发送时间", "收件人", "主题").replaceAll(": ", "： ")}\n\n${OURS}`,
    ],
    [
      "Outlook with starred names",
      `${ANSWER}\n\n*From:* ${BELOW}\n*Sent:* November 28, 2026 10:02\n*To:* Robin\n*Subject:* a question\n\n${OURS}`,
    ],
    [
      "Outlook without an address",
      `${ANSWER}\n\nFrom: Below Market\nSent: November 28, 2026 10:02\nTo: Robin\nSubject: a question\n\n${OURS}`,
    ],
    [
      "GMX",
      `${ANSWER}\n\n\nGesendet: Samstag, 28. November 2026 um 10:02 Uhr\nVon: ${BELOW}\nAn: robin@example.com\nBetreff: a question\n${OURS}`,
    ],
    [
      "QQ",
      `${ANSWER}\n\n\n------------------ 原始邮件 ------------------\n发件人: ${BELOW};\n发送时间: 2026年11月28日(星期六) 10:02\n收件人: robin@example.com;\n主题: a question\n\n${OURS}`,
    ],
    [
      "Samsung",
      `${ANSWER}\n\n-------- Original message --------\nFrom: ${BELOW}\nDate: 2026-11-28 10:02 (GMT-05:00)\nTo: robin@example.com\nSubject: a question\n\n${OURS}`,
    ],
    ["an iPhone", `${ANSWER}\n\nSent from my iPhone\n\n> On Nov 28, 2026, at 10:02, ${BELOW} wrote:\n> \n${quoted}`],
    ["Gmail in Korean", `${ANSWER}\n\n2026년 11월 28일 (토) 오전 10:02, ${BELOW}님이 작성:\n\n${quoted}`],
    ["Gmail in Tamil", `${ANSWER}\n\nசனி, 28 நவ., 2026, முற்பகல் 10:02 அன்று, ${BELOW} எழுதியது:\n\n${quoted}`],
    [
      "Gmail in a language without a known verb",
      `${ANSWER}\n\nVào Th 7, 28 thg 11, 2026 vào lúc 10:02 Below Market Toronto <\nlistings@example.com> đã viết:\n\n${quoted}`,
    ],
    [
      "Yahoo in German",
      `${ANSWER}\n\nAm 28. November 2026 um 10:02:11 MEZ hat ${BELOW} Folgendes geschrieben:\n\n${OURS}`,
    ],
    ["Zoho", `${ANSWER}\n\n---- On Sat, 28 Nov 2026 10:02:11 -0500 ${BELOW} wrote ---\n\n${OURS}`],
    ["Outlook in Korean", `${ANSWER}\n\n${block("보낸 사람", "보낸 날짜", "받는 사람", "제목")}\n\n${OURS}`],
    ["Outlook in Dutch", `${ANSWER}\n\n${block("Van", "Verzonden", "Aan", "Onderwerp")}\n\n${OURS}`],
    ["Outlook in Polish", `${ANSWER}\n\n${block("Od", "Wysłano", "Do", "Temat")}\n\n${OURS}`],
    ["Outlook in Russian", `${ANSWER}\n\n${block("От", "Отправлено", "Кому", "Тема")}\n\n${OURS}`],
    [
      "Gmail, right below a line with a date",
      `Yes, from March 1, 2027.\n${ANSWER} As of 2026.\nOn Nov 28, 2026 at 10:02 AM Below Market Toronto <\nlistings@example.com> wrote:\n\n${quoted}`,
    ],
    ["between the lines", `> ${OURS}:\n> When is it free?\nFree on March 1st,\n> And parking?\nparking included.`],
    ["nested quotations", `${ANSWER}\n>> ${OURS}\n> > ${OURS}\n>${OURS}`],
    [
      "below our own mail, without marks",
      `Hello,\n\n${block("From", "Sent", "To", "Subject")}\n\n${OURS}\nNever write to this address again: https://example.com/never/a\n\n${ANSWER}`,
    ],
  ];
  it.each(cases)("as quoted by %s", (_, text) => {
    const own = withoutQuotation(text.replaceAll("\n", "\r\n"));
    expect(own.replaceAll(/\s+/g, " ")).toContain(ANSWER);
    for (const gone of [OURS, "wrote:", "écrit", "listings@example.com", "Sent:", "Original"])
      expect(own).not.toContain(gone);
  });

  const kept: [string, string][] = [
    ["a line that begins with From:", "From: January on it is free.\nTo: the moderators\nThanks"],
    ["a term with both ends", "From: March 1, 2027\nTo: April 30, 2028\nSubject: to the lease\nParking too"],
    ["a line that begins with On", "On March 1 at 10:00 it is free.\nOn the lease we wrote:\nparking included"],
    [
      "lines that begin with From: and On below others",
      "It is free.\nFrom: January on, at $1,800.\nOn March 1 somebody else comes.\nOn the lease we wrote:\nparking included",
    ],
    [
      "a term with both ends below other words",
      "Two units are free.\nFrom: March 1, 2027\nTo: April 30, 2028\nSubject: to the lease\nParking too",
    ],
    ["a date, a time and 'wrote'", "On 2026-11-28 at 10:02 my tenant wrote:\nI leave in March.\nSo it is free then."],
    ["a name with 'wrote'", "The previous owner wrote:\nno pets.\nWe allow them."],
    ["somebody's address with 'wrote'", "Hello,\nmy agent robin@agency.example wrote:\nit is free in March."],
    ["signature marks in the middle", "Two units\n-- \nUpper: free\n-- \nLower: March"],
    ["underscores", "Details\n____________________\nFree March 1\n--------------------\nParking"],
    ["dashes with words", "--- Parking ---\nincluded\n=== Hydro ===\nextra"],
    ["a signature", "Yes.\n-- \nRobin, 416-555-0123"],
    ["nothing but a quotation", "> When is it free? March."],
    [
      "an answer within an unmarked quotation that it points to",
      `See my answers below in red.\n\nFrom: ${BELOW}\nSent: November 28, 2026 10:02\nTo: R\nSubject: q\n\nWhen?\nMarch 1.`,
    ],
    [
      "an unmarked quotation with nothing above it",
      `From: ${BELOW}\nSent: November 28, 2026 10:02\nTo: R\nSubject: q\n\nWhen?\nMarch 1.`,
    ],
    [
      "the same below a phone's line",
      `Sent from my iPhone\n\nFrom: ${BELOW}\nSent: November 28, 2026 10:02\nTo: R\nSubject: q\n\nWhen?\nMarch 1.`,
    ],
    ...[
      "-----Original Message-----",
      "________________________________",
      "----------\n\n---------- Forwarded message ---------",
      "Sent from my Galaxy\n\n-------- Original message --------",
    ].map((line): [string, string] => [
      `the same below ${line}`,
      `${line}\nFrom: ${BELOW}\nSent: November 28, 2026 10:02\nTo: R\nSubject: q\n\nWhen?\nMarch 1.`,
    ]),
    [
      "the same below a greeting",
      `Hi Sam,\n\nFrom: ${BELOW}\nSent: November 28, 2026 10:02\nTo: R\nSubject: q\n\nWhen?\nMarch 1.`,
    ],
    [
      "an unmarked quotation in two lines with nothing above it",
      `------- Original Message -------\nOn Saturday, November 28th, 2026 at 10:02 AM, ${BELOW} wrote:\n\nWhen?\nMarch 1.`,
    ],
    [
      "a marked quotation with nothing but its title above it",
      "Begin forwarded message:\n\n> From: Robin\n> Subject: the home\n> \n> March 1.",
    ],
    ["a date and somebody's address with 'wrote'", "Hello,\nOn March 3 2026 robin@agency.example wrote:\nit is free."],
    ["'>' in a text", "Rent > 2000, and 3 > 2"],
  ];
  it("even after a greeting on the same line", () => {
    const text = `Hi, free on March 1st\n\n${block("From", "Sent", "To", "Subject")}\n\n${OURS}`;
    expect(withoutQuotation(text)).toBe("Hi, free on March 1st");
  });

  it.each(kept)("but %s stays", (_, text) => expect(withoutQuotation(text)).toBe(text));
});

describe("HTML becomes text", () => {
  const outlook = `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal><b>From:</b> Below &lt;<a href="mailto:l@example.com">l@example.com</a>&gt;<br><b>Sent:</b> Saturday, November 28, 2026 10:02 AM<br><b>To:</b> R<br><b>Subject:</b> q<o:p></o:p></p></div><p class=MsoNormal>${OURS}</p>`;
  const cases: [string, string][] = [
    [
      "without styles, scripts and titles",
      `<html><head><title>T</title><style>p{color:red}</style></head><body><style>.a{}</style><script>x()</script><!-- c --><p>${ANSWER}</p></body></html>`,
    ],
    ["with entities", "<p>Free&nbsp;on March&#32;1st&#x2C; parking includ&#101;d&period;</p>"],
    [
      "in nested tables",
      `<table><tr><td><table><tbody><tr><td>Free on</td><td>March 1st,</td></tr></tbody></table></td></tr><tr><td>parking included.</td></tr></table>`,
    ],
    ["over several lines of source", `<div>Free on\r\n  <b>March</b>\t1st,<span> parking </span>included.</div>`],
    [
      "of Gmail",
      `<div dir="ltr">${ANSWER}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Sat, Nov 28, 2026 at 10:02 Below &lt;<a href="mailto:l@example.com">l@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">${OURS}<blockquote>${OURS}</blockquote></blockquote></div>`,
    ],
    [
      "of Gmail, between the lines",
      `<div class="gmail_quote"><div class="gmail_attr">On Nov 28, Below wrote:</div><blockquote class="gmail_quote">${OURS}</blockquote><div>Free on March 1st,</div><blockquote class="gmail_quote">And parking? ${OURS}</blockquote><div>parking included.</div></div>`,
    ],
    [
      "of Apple Mail, below",
      `<blockquote type="cite"><div>On Nov 28, 2026, at 10:02, Below &lt;l@example.com&gt; wrote:</div><div>${OURS}</div></blockquote><div>${ANSWER}</div>`,
    ],
    [
      "of Thunderbird",
      `<div class="moz-cite-prefix">On 2026-11-28 10:02, Below wrote:<br></div><blockquote type="cite" cite="mid:a@b">${OURS}</blockquote><p>${ANSWER}</p>`,
    ],
    ["of Outlook", `<div class=WordSection1><p class=MsoNormal>${ANSWER}<o:p></o:p></p>${outlook}</div>`],
    [
      "of Outlook on the web",
      `<div>${ANSWER}</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg"><b>From:</b> Below<br><b>Sent:</b> x<br><b>Subject:</b> q</div><div>${OURS}</div>`,
    ],
    [
      "of Yahoo",
      `<div>${ANSWER}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Saturday, November 28, 2026, Below wrote:</div><div>${OURS}</div></div>`,
    ],
    [
      "of GMX",
      `<div>${ANSWER}</div><div name="quote" style="border-left:2px solid"><b>Gesendet:</b> x<br>${OURS}</div>`,
    ],
    [
      "of Proton",
      `<div>${ANSWER}</div><div class="protonmail_quote">On Saturday Below wrote:<br><blockquote class="protonmail_quote" type="cite">${OURS}</blockquote></div>`,
    ],
    ["that is broken", `<p>${ANSWER}<table><tr><td></p></div></span><b`],
    ["with hidden words", `<div style="display:none">${OURS}</div><div>${ANSWER}</div>`],
    [
      "indented by its writer",
      `<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>${ANSWER}</div></blockquote><p>Thanks</p>`,
    ],
  ];
  it.each(cases)("%s", (_, html) => {
    const own = withoutQuotation(textOfHtml(html)).replaceAll(/\s+/g, " ");
    expect(own).toContain(ANSWER);
    for (const gone of [OURS, "color", "&", "<", "wrote", "Sent", "T "]) expect(own).not.toContain(gone);
  });

  it("with lists, line breaks and link targets", () => {
    expect(
      textOfHtml(
        `<ul><li>one</li><li>two</li></ul>a<br>b<pre>c\n  d</pre><a href="https://a.example/x">here</a> <a href="https://a.example">a.example</a> <a href="javascript:x">y</a>`,
      ),
    ).toBe("- one\n- two\na\nb\nc\n  d\nhere (https://a.example/x) a.example y");
  });

  it.each(["March 1.", "When? March 1."])(
    "and an answer stays when Outlook on the web quotes all of it: %s",
    (text) => {
      const html = `<div><br></div><hr><div id="divRplyFwdMsg"><b>From:</b> ${BELOW.replace("<", "&lt;")}<br><b>Sent:</b> November 28, 2026 10:02 AM<br><b>To:</b> R<br><b>Subject:</b> q</div><p>${text}</p>`;
      expect(withoutQuotation(textOfHtml(html))).toContain(text);
    },
  );

  it("up to the point where it is nested too deeply", () => {
    expect(textOfHtml(`<p>${ANSWER}</p>${"<div>".repeat(100_000)}x`)).toBe(ANSWER);
  });
});

describe("the text of a message is found", () => {
  const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const bytes = (head: string, body: readonly number[]) =>
    new Uint8Array([...new TextEncoder().encode(`${head}\r\n\r\n`), ...body]);
  const cases: [string, string | Uint8Array, string][] = [
    ["in plain", `Subject: x\r\n\r\n${ANSWER}`, ANSWER],
    ["with LF line ends", `Subject: x\n\n${ANSWER}\n`, ANSWER],
    [
      "in base64",
      part(["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: BASE64"], base64(ANSWER)),
      ANSWER,
    ],
    [
      "in quoted-printable",
      part(
        ["Content-Type: text/plain; charset=windows-1252", "content-transfer-encoding: quoted-printable"],
        "Frei f=FCr 1.500=80, ab=\r\n sofort",
      ),
      "Frei für 1.500€, ab sofort",
    ],
    ["in ISO 8859-1", bytes("Content-Type: text/plain; charset=ISO-8859-1", [0x63, 0x61, 0x66, 0xe9]), "café"],
    ["in GB 18030", bytes("Content-Type: text/plain; charset=gb18030", [0xd2, 0xbb, 0xd4, 0xc2]), "一月"],
    ["in HTML alone", htmlPart(`<style>a{}</style><p>${ANSWER}</p>`), ANSWER],
    [
      "in the plain of two alternatives",
      multipart("alternative", "a", [plain(ANSWER), htmlPart("<p>other</p>")]),
      ANSWER,
    ],
    [
      "in HTML beside an empty plain part",
      multipart("alternative", "a", [plain(" \r\n"), htmlPart(`<p>${ANSWER}</p>`)]),
      ANSWER,
    ],
    ["behind a photo", multipart("mixed", "a", [photo(300_000, "inline"), plain(ANSWER)]), ANSWER],
    ["behind a photo of many megabytes", multipart("mixed", "a", [photo(18_000_000), plain(ANSWER)]), ANSWER],
    [
      "behind a photo in one line",
      multipart("mixed", "a", [
        part(["Content-Type: image/png", "Content-Transfer-Encoding: base64"], "A".repeat(3_000_000)),
        plain(ANSWER),
      ]),
      ANSWER,
    ],
    [
      "between photos",
      multipart("mixed", "a", [photo(50_000), plain("Free on March 1st,"), photo(50_000), plain("parking included.")]),
      ANSWER,
    ],
    [
      "in nested parts",
      multipart("mixed", "a", [
        multipart("related", "a-b", [
          multipart("alternative", "a-b-c", [htmlPart(`<p>${ANSWER}</p><img src="cid:x">`)]),
          photo(9_000),
        ]),
        photo(9_000),
      ]),
      ANSWER,
    ],
    [
      "in a file",
      multipart("mixed", "a", [
        part(
          [
            "Content-Type: text/plain; charset=utf-8; name=a.txt",
            "Content-Disposition: attachment;\r\n filename=a.txt",
          ],
          ANSWER,
        ),
        photo(9_000),
      ]),
      ANSWER,
    ],
    [
      "in an inline file",
      multipart("mixed", "a", [
        photo(9_000),
        part(["Content-Type: text/plain; name=a.txt", "Content-Disposition: inline; filename=a.txt"], ANSWER),
      ]),
      ANSWER,
    ],
    ...["Sent via e-transfer.", "Von meiner Seite aus ab Mai.", "从我的角度看可以。"].map(
      (text): [string, string, string] => [`in a line like a phone's: ${text}`, plain(text), text],
    ),
    [
      "with flowed lines",
      part(
        ["Content-Type: text/plain; charset=utf-8; format=flowed"],
        crlf("Free on ", "March 1st, ", "parking included.", "> quoted ", "> words"),
      ),
      ANSWER,
    ],
    ["in a message that was cut off", multipart("mixed", "a", [plain(ANSWER), photo(9_000)]).slice(0, 300), ANSWER],
  ];
  it.each(cases)("%s", async (_, raw, expected) => {
    for (const size of [7, 1_000, 65_536]) {
      if (size === 7 && raw.length > 100_000) continue;
      expect((await read(raw, size)).replaceAll(/\s+/g, " ")).toContain(expected);
    }
  });

  it.each([
    ["a photo alone", multipart("mixed", "a", [photo(20_000)])],
    ["nothing", "Subject: x\r\n\r\n"],
    ["blanks and a phone's line", "Subject: x\r\n\r\n \u00a0\r\n\r\nSent from my iPhone\r\n"],
    ...["나의 iPhone에서 보냄", "傳自我的 iPhone", "Descargar Outlook para iOS", "--", "________________"].map(
      (line): [string, string] => [line, plain(`\r\n${line}\r\n`)],
    ),
    ["an image in HTML", htmlPart('<div><img src="cid:a" alt="x"><br>&nbsp;</div>')],
    [
      "a forwarded message alone",
      multipart("mixed", "a", [part(["Content-Type: message/rfc822"], crlf("Subject: y", "", OURS))]),
    ],
  ])("but not in %s", async (_, raw) => expect(await read(raw)).toBe(""));

  it("in a message with only HTML, without styles and entities", async () => {
    const html = "<style>p { color: red }</style><p>Free on March 1st,<br>parking &amp; storage included&#46;</p>";
    expect(await read(htmlPart(html))).toBe("Free on March 1st,\nparking & storage included.");
  });

  it("but not in parts that are nested too deeply, without failing", async () => {
    let nested = plain(ANSWER);
    for (let depth = 0; depth < 400; depth += 1) nested = multipart("mixed", `b${depth}`, [nested]);
    expect(await read(nested)).toBe("");
  });

  it("with bounded memory", async () => {
    const kept = await withoutAttachments(streamOf(`Subject: x\r\n\r\n${"a".repeat(3 * 1024 * 1024)}`, 65_536));
    expect(kept.length).toBeLessThanOrEqual(MAX_KEPT.bytes);
    const lines = await withoutAttachments(streamOf("\r\n".repeat(1_000_000), 65_536));
    expect(lines.length).toBeLessThanOrEqual(2 * MAX_KEPT.lines + 2);
  });
});

describe("automatic email is flagged", () => {
  const headers = (...lines: string[]) =>
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return { name: name.toLowerCase(), value: value.join(":").trim() };
    });
  it.each([
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated (vacation); x=y",
    "Precedence: bulk",
    "Precedence: Junk",
    "Precedence: list",
    "Precedence: auto_reply",
    "X-Autoreply: yes",
    "X-Autorespond: Re",
    "X-Autoresponder: 1",
    "X-Autoresponse: 1",
    "X-Auto-Reply: x",
    "X-Auto-Reply-From: a@b.ca",
    "X-AutoReply-From: a@b.ca",
    "X-Mail-Autoreply: a",
    "X-POST-MessageClass: 9; Autoresponder",
    "Delivered-To: Autoresponder",
    "X-MS-Exchange-Inbox-Rules-Loop: a@b.ca",
  ])("by %s", (line) => expect(isAutomatic(headers(line), "a@b.ca", "a@b.ca")).toBe(true));

  it.each([
    "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply",
    "X-Auto-Response-Suppress: All",
    "List-Unsubscribe: <mailto:a@b.ca>",
    "List-Id: <x.b.ca>",
    "Auto-Submitted: no",
    "Auto-Submitted: No; x=y",
    "Precedence: normal",
    "X-POST-MessageClass: 1",
    "Delivered-To: a@b.ca",
    "X-MS-Exchange-Organization-AutoForwarded: false",
  ])("but not by %s", (line) => expect(isAutomatic(headers(line), "a@b.ca", "a@b.ca")).toBe(false));

  it.each([
    "Out of Office: Please reply",
    "Out of the office Re: Please reply",
    "Automatic reply: Your listing",
    "Auto-Reply: x",
    "AutoReply: x",
    "Automatic response: x",
    "Re: Out of office",
    "[Auto-Reply] x",
    "I am on vacation Re: x",
    "I’m out of the office until Monday",
    "Vacation reply",
    "Réponse automatique : x",
    "Absence du bureau : x",
    "Absent du bureau",
    "Message d'absence",
    "Automatische Antwort: x",
    "Abwesenheitsnotiz: x",
    "Abwesend: x",
    "Nicht im Büro: x",
    "Respuesta automática: x",
    "Fuera de la oficina: x",
    "Ausente: x",
    "Resposta automática: x",
    "Fora do escritório: x",
    "Ausência temporária: x",
    "自动回复: x",
    "自動回覆：x",
    "自动答复: x",
    "不在办公室: x",
    "OOO Re: x",
    "Vacation: x",
    "Currently out of the office",
    "Antwort: Abwesenheit",
    "Nicht im Haus: x",
    "Automatisierte Antwort: x",
    "Réponse d'absence : x",
    "Absent(e) : x",
    "Congés : x",
    "Aviso de ausencia: x",
    "Autorespuesta: x",
    "No estoy en la oficina",
    "Aviso de ausência: x",
    "Férias: x",
    "Re: 自动回复：x",
    "邮件自动回复：x",
    "我不在办公室：x",
    "出差中：x",
  ])("by the subject '%s'", (subject) => expect(hasAutomaticSubject(subject)).toBe(true));

  it.each([
    "Re: Please reply to join Below Market Toronto",
    "Re: Please reply (sorry, I was out of office)",
    "AW: Your 1 Bedroom listing (#1): a question",
    "Office for rent",
    "Auto parking included",
    "On leaving the city",
    "Urlaubsort Toronto",
    "回复：Please reply",
    "Re: Holidays and moving",
    "Vacation rental question",
    "Absent landlord",
    "Autoroute",
    "De acuerdo",
    "出差人员租房",
    "",
  ])("but not by the subject '%s'", (subject) => expect(hasAutomaticSubject(subject)).toBe(false));

  it.each([
    "I am away until Monday and will answer then.",
    "Hello,\n\nI'm currently out of the office. For urgent matters call my colleague.",
    "Thank you for your email. I will be on vacation until May 3.",
    "Thanks for your message! I am on annual leave.",
    "Hi, I am out of office today",
    "This is an automated response.",
    "Bonjour,\nJe suis absente jusqu'au 3 mai.",
    "Merci de votre message. Je suis actuellement en vacances.",
    "Guten Tag,\nich bin derzeit nicht im Büro.",
    "Vielen Dank für Ihre Nachricht. Ich bin bis 3. Mai im Urlaub.",
    "Hola, estoy de vacaciones hasta el lunes.",
    "Olá,\nestou de férias até segunda-feira.",
    "您好，我正在休假，将于周一回复您的邮件。",
    "这是来自QQ邮箱的自动回复邮件。",
    "Thank you for contacting Example Homes. Our office is closed until January 2.",
    "Your request (#12345) has been received.",
    "##- Please type your reply above this line -##",
    "*** This is an automatically generated message ***",
    "Robin Example no longer works for this company.",
    "I currently have limited access to e-mail.",
    "I will be back in the office on May 3.",
    "Nous avons bien reçu votre message.",
    "Ich bin vom 1. bis 5. Mai nicht im Büro.",
    "Ihre Nachricht wurde empfangen.",
    "Hemos recibido su mensaje.",
    "Recebemos a sua mensagem.",
  ])("by the text '%s'", (text) => expect(isAutomaticText(text)).toBe(true));

  it.each([
    "",
    "Yes",
    "Yes, please. I am away until Monday.",
    "Hello,\nplease sign me up. I am on vacation.",
    "Oui, je suis intéressée.",
    "Ja, ich bin dabei!",
    "Sí, estoy de acuerdo",
    "I am looking for a home",
    "I'm in",
    "我要订阅",
    "Thank you!",
    "Thanks for contacting me, yes please.",
    "I'm back! Yes",
    "I have access to my email, yes",
    "I no longer live there, but yes",
    "Ich bin dabei, ab Montag im Urlaub.",
    "*Yes*",
  ])("but not by the text '%s'", (text) => expect(isAutomaticText(text)).toBe(false));
});
