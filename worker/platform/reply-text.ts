import { Parser } from "htmlparser2";
import { END_OF_COUNTED_MAIL } from "./mail-layout.ts";

/** Maximum nesting depth that is read, which keeps reading linear. Real emails have about fifty levels. */
const MAX_DEPTH = 500;
/** The line that email programs write before the header block of the text that they quote. */
const ORIGINAL_MESSAGE = "-----Original Message-----";

const words = (text: string) => new Set(text.split(" "));
/** Elements whose content is not displayed. */
const HIDDEN = words("head style script title template object svg math select textarea noscript");
/** Elements that begin and end a line. */
const BLOCKS = words(
  "address article aside blockquote center dd div dl dt fieldset figure footer form header hr li main ol p pre section table tr ul h1 h2 h3 h4 h5 h6",
);
/** Elements with an empty line around them. */
const PARAGRAPHS = words("p h1 h2 h3 h4 h5 h6");
/** Classes of "On …, … wrote:" in Gmail and Thunderbird. The quotation after this line is marked. */
const ATTRIBUTIONS = words("gmail_attr moz-cite-prefix");
/** Classes of quotations in Yahoo, Proton and Tuta, which include their attributions. */
const QUOTATIONS = words("yahoo_quoted protonmail_quote tutanota_quote");

type Attributes = Record<string, string>;
const classesOf = (given: Attributes) => (given["class"] ?? "").split(/\s+/);

/**
 * Returns whether an element quotes an earlier email. A `blockquote` may also be the sender's own indentation, which
 * email programs mark only with a margin.
 */
function isQuotation(name: string, given: Attributes): boolean {
  const { style = "", type, cite } = given;
  if (classesOf(given).some((one) => QUOTATIONS.has(one)) || (name === "div" && given["name"] === "quote")) return true;
  if (name !== "blockquote") return false;
  const isNamed = type !== undefined || cite !== undefined || (given["class"] ?? "") !== "";
  return isNamed || !/margin/i.test(style) || /border-left|border: ?\d|border-width/i.test(style);
}

const isHidden = (name: string, given: Attributes) =>
  HIDDEN.has(name) ||
  /display: ?none/i.test(given["style"] ?? "") ||
  classesOf(given).some((one) => ATTRIBUTIONS.has(one));

interface Element {
  isBlock: boolean;
  isParagraph: boolean;
  isQuotation: boolean;
  isHidden: boolean;
  isKeptAsWritten: boolean;
  /** The target of a link, which the link's text may not show. */
  href: string | null;
  /** Number of pieces before the element on its line. */
  from: number;
}

/** Collects the lines of an HTML text. */
class Lines {
  readonly #lines: string[] = [];
  readonly #open: Element[] = [];
  /** Pieces of the current line, joined at its end, because joining each piece at once would take quadratic time. */
  #line: string[] = [];
  /** True when the line ends in a space, or is empty. */
  #isSpaced = true;
  #quotations = 0;
  #hidden = 0;
  #asWritten = 0;

  open(name: string, given: Attributes): void {
    if (this.#open.length >= MAX_DEPTH) throw new RangeError("The HTML is nested too deep");
    const element: Element = {
      isBlock: BLOCKS.has(name),
      isParagraph: PARAGRAPHS.has(name),
      isQuotation: isQuotation(name, given),
      isHidden: isHidden(name, given),
      isKeptAsWritten: name === "pre",
      href: name === "a" && /^https?:\/\//i.test(given["href"] ?? "") ? (given["href"] ?? null) : null,
      from: 0,
    };
    if (element.isBlock || element.isQuotation) this.endLine();
    if (element.isParagraph) this.#addBlank();
    if (given["id"] === "divRplyFwdMsg") this.#add(`${ORIGINAL_MESSAGE}\n`);
    this.#open.push(element);
    this.#quotations += Number(element.isQuotation);
    this.#hidden += Number(element.isHidden);
    this.#asWritten += Number(element.isKeptAsWritten);
    element.from = this.#line.length;
    if (name === "br") this.#breakLine();
    if (name === "hr") this.#add("_".repeat(32));
    if (name === "li") this.#add("- ");
    // The cells of a row are on one line.
    if (name === "td" || name === "th") this.text(" ");
  }

  close(): void {
    const element = this.#open.pop();
    if (!element) return;
    const { href, from } = element;
    const shown = href === null ? "" : this.#line.slice(from).join("").trim();
    if (href !== null && shown !== "" && !isSameLink(href, shown)) this.#append(` (${href}) `);
    if (element.isBlock || element.isQuotation) this.endLine();
    if (element.isParagraph) this.#addBlank();
    this.#quotations -= Number(element.isQuotation);
    this.#hidden -= Number(element.isHidden);
    this.#asWritten -= Number(element.isKeptAsWritten);
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#asWritten > 0) return this.#add(text);
    const plain = text.replaceAll(/\s+/g, " ");
    this.#append(this.#isSpaced ? plain.trimStart() : plain);
  }

  endLine(): void {
    if (this.#line.some((piece) => piece.trim() !== "")) this.#breakLine();
    this.#line = [];
    this.#isSpaced = true;
  }

  toString(): string {
    return this.#lines.join("\n").trim();
  }

  #append(piece: string): void {
    if (piece === "" || this.#hidden > 0) return;
    this.#line.push(piece);
    this.#isSpaced = piece.endsWith(" ");
  }

  /** Adds a text with its own line breaks. */
  #add(text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.#append(first);
    for (const line of more) {
      this.#breakLine();
      this.#append(line);
    }
  }

  #addBlank(): void {
    if (this.#hidden === 0 && this.#lines.length > 0 && this.#lines.at(-1) !== this.#mark.trim()) this.#breakLine();
  }

  #breakLine(): void {
    if (this.#hidden === 0) this.#lines.push(`${this.#mark}${this.#line.join("")}`.trimEnd());
    this.#line = [];
    this.#isSpaced = true;
  }

  get #mark(): string {
    return this.#quotations > 0 ? "> " : "";
  }
}

const bareLink = (link: string) =>
  link
    .replace(/^https?:\/\/(?:www\.)?/i, "")
    .replace(/\/$/, "")
    .toLowerCase();
const isSameLink = (href: string, shown: string) => bareLink(href) === bareLink(shown);

/**
 * Returns the text of an email's HTML part without hidden content. Quotations are marked by ">" as in a plain part.
 * Content nested deeper than {@link MAX_DEPTH} is omitted, together with everything after it.
 * @param html of bounded length
 */
export function textOfHtml(html: string): string {
  const lines = new Lines();
  const parser = new Parser({
    onopentag: (name, given) => lines.open(name, given),
    onclosetag: () => lines.close(),
    ontext: (text) => lines.text(text),
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  lines.endLine();
  return lines.toString();
}

/** Maximum number of lines examined in a text. A reply may be below a long quotation. */
const MAX_LINES = 5_000;
const MAX_LINE = 400;
/** Maximum number of lines into which email programs break "On …, … wrote:". */
const ATTRIBUTION_LINES = 4;
/**
 * Maximum number of lines between the field names of a header block, because a list of recipients may wrap, or each
 * field may be a paragraph.
 */
const FIELD_LINES = 3;

const QUOTED = /^[ \t\u00a0]{0,9}>/;
const RULE = /^[ \t]{0,9}[-_=*]{5,200}[ \t]{0,9}$/;
/** "-----Original Message-----", as Outlook, Samsung, GMX and QQ write it. */
const ORIGINAL =
  /^[ \t]{0,9}[-_=]{2,60} ?(?:original[ -]?message|reply message|message d['’]origine|message original|(?:ursprüngliche|original)[ -]?nachricht|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|원본 메시지|원본 메일|forwarded message|message transféré|weitergeleitete nachricht|mensaje reenviado|mensagem encaminhada|原始邮件|原始郵件|邮件原件|原邮件|转发邮件) ?[-_=]{2,60}[ \t]{0,9}$/i;

/** "Begin forwarded message:", which Apple Mail writes above a quotation with marks. */
const FORWARDED =
  /^[ \t]{0,9}(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|início da mensagem (?:re)?encaminhada|下面是被转发的邮件)[ \u00a0]?[:：][ \t]{0,9}$/i;

/** The fields at the beginning of a quotation in email programs, with their names in each language. */
const FIELDS = {
  from: /^(?:from|de|von|da|van|od|от|보낸 ?사람|发件人|寄件者|寄件人|差出人)$/i,
  sent: /^(?:sent|date|envoy[ée](?: le)?|gesendet(?: am)?|datum|enviado(?: el| em)?|enviada(?: em)?|fecha|data|inviato|verzonden|wysłano|отправлено|дата|보낸 ?날짜|날짜|发送时间|发送日期|寄件日期|傳送時間|日期|时间|時間)$/i,
  to: /^(?:to|à|a|an|para|per|aan|do|кому|받는 ?사람|收件人|收件者)$/i,
  other: /^(?:b?cc|kopie|copie|cci|cco|dw|копия|참조|抄送|副本|reply-to|importance|priorität)$/i,
  subject: /^(?:subject|objet|betreff|asunto|assunto|oggetto|onderwerp|temat|тема|제목|主题|主题词|主旨|主題)$/i,
} as const;
type Field = keyof typeof FIELDS;
const FIELD = /^[ \t]{0,9}\*{0,2}([^:：*]{1,20}?)[ \t\u00a0]{0,3}\*{0,2}[:：]\*{0,2}(.{0,300})$/;

const ADDRESS = /[^\s<>@]{1,64}@[^\s<>@]{1,200}/;
const BRACKETED_ADDRESS = /< ?[^\s<>@]{1,64}@[^\s<>@]{1,200}>/;
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2}\b|(?:19|20)\d\d年/;
const TIME = /\b\d{1,2}(?:[:.]| ?h ?)\d\d\b/i;
const isDateWithTime = (text: string) => DATE.test(text) && TIME.test(text);
const WROTE =
  /(?:^|[^\p{L}])(?:wrote|writes|schrieb|schreibt|geschrieben|[ée]crit|escribi[óo]|escreveu|ha scritto|schreef|skrev|pisze|napisała?|пишет|написала?)(?:$|[^\p{L}])|写道|寫道|写到|작성|쓴 글|எழுதியது/iu;
/** Matches phrases like "My answers are below", after which answers are inside an unmarked quotation. */
const POINTS_BELOW =
  /\b(?:see|answer(?:s|ed)?|repl(?:y|ies|ied)|respon(?:ses?|ded)|comment(?:s|ed)?)\b[^.!?\n]{0,40}\b(?:below|underneath|beneath|in-?line|in (?:red|blue|green|bold|capitals|caps))\b|\b(?:réponses?|répondu)\b[^.!?\n]{0,40}(?:ci-dessous|plus bas|en rouge|en bleu)|\bantwort(?:en)?\b[^.!?\n]{0,40}\b(?:unten|darunter|in rot|in blau)\b|\b(?:respuestas?|respond[oí])[^.!?\n]{0,40}\b(?:abajo|debajo|en rojo|en azul)\b|\brespostas?\b[^.!?\n]{0,40}\b(?:abaixo|em vermelho|em azul)\b|(?:回复|回覆|答复|答案)[^。\n]{0,20}(?:下面|下方|如下|红色)|见下/i;
/** Matches lines that begin like the lines that phones and email programs add below a text. */
const DEVICE_LINE =
  /^[ \t]{0,9}(?:sent (?:from|via|with)|get outlook|envoyé (?:de|depuis|à partir|avec)|télécharge[rz] outlook|obten(?:ir|ez|er) outlook|von mein|diese nachricht wurde von mein|gesendet (?:von|mit)|outlook für|enviado (?:desde|do|da|de|a partir)|descarg(?:ar|a|ue) outlook|obter o outlook|obtenha o outlook|inviato da|发自|傳自|從我的|从我的|获取 ?outlook|나의|내|எனது)[^\n]{0,80}$/iu;
/**
 * Matches the names of devices and email programs in these lines. A line that names no device or program may be an
 * answer.
 */
const DEVICE =
  /phone|\bi(?:pad|os)\b|android|galaxy|samsung|huawei|xiaomi|pixel|nokia|motorola|blackberry|outlook|yahoo|proton|gmail|aol|gmx|(?:^|[ [])mail|windows|cellulaire|handy|mobil|m[óo]vil|celular|tablet|appareil|dispositivo|gerät|手机|手機/iu;
/** Matches lines that only separate a text from a signature or a quotation. */
const DASHES = /^[-_=*\s]*$/;

const isBlank = (line: string | undefined) => line !== undefined && line.trim() === "";

/** Matches a line with only a greeting, in which case an answer may be inside the quotation below. */
const GREETING =
  /^[ \t]{0,9}(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening)|bonjour|bonsoir|salut|hallo|guten (?:tag|morgen|abend)|hola|buen[oa]s?|ol[áa]|oi|bom dia|boa tarde|[您你]好|안녕하세요|வணக்கம்)(?:(?: [\p{L}'.-]{1,20}){0,3}[,，]|(?: [\p{L}'.-]{1,20})?[.!。！]?)[ \t]{0,9}$/iu;

/** Returns whether a text contains anything except dashes and lines that a phone adds. */
export const hasOwnText = (text: string): boolean =>
  text
    .split("\n")
    .some(
      (line) =>
        /[\p{L}\p{N}\p{S}\p{P}]/u.test(line) && !(DEVICE_LINE.test(line) && DEVICE.test(line)) && !DASHES.test(line),
    );

/**
 * The lines at the beginning of a quotation. `isSure` is true if the following lines are a quotation even without
 * marks.
 */
interface Beginning {
  lines: number;
  isSure: boolean;
}

function fieldOf(line: string): { field: Field; value: string } | null {
  const [, name = "", value = ""] = FIELD.exec(line.slice(0, MAX_LINE)) ?? [];
  const field = (Object.keys(FIELDS) as Field[]).find((one) => FIELDS[one].test(name.trim()));
  return field === undefined ? null : { field, value };
}

/**
 * Finds "From: … Sent: … To: … Subject: …", the header block of Outlook and others. Requires sender, subject and one
 * more field, and an address or a date with a time, because people also begin lines with "From:".
 */
function headerBlock(lines: readonly string[], from: number): number | null {
  const found = new Set<Field>();
  let isAddressed = false;
  let end = from;
  for (let at = from; at < lines.length && at - end <= FIELD_LINES; at += 1) {
    const line = lines[at] ?? "";
    const read = fieldOf(line);
    if (!read) {
      if (at === from) return null;
      continue;
    }
    // A second sender field begins the next block.
    if (read.field !== "other" && found.has(read.field)) break;
    found.add(read.field);
    isAddressed ||= ADDRESS.test(line) || (read.field === "sent" && isDateWithTime(line));
    end = at + 1;
  }
  const isBlock = found.has("from") && found.has("subject") && (found.has("sent") || found.has("to"));
  return isBlock && isAddressed ? end - from : null;
}

/**
 * Finds "On …, … wrote:" in the wording of common email programs, even when broken over several lines. In other
 * languages, recognises such a line by its date, time and `<address>`, but then only marks show that a quotation
 * follows.
 */
function attribution(lines: readonly string[], from: number): Beginning | null {
  const first = lines[from] ?? "";
  let joined = "";
  for (let count = 1; count <= ATTRIBUTION_LINES; count += 1) {
    const line = lines[from + count - 1];
    if (line === undefined || isBlank(line) || joined.length + line.length > MAX_LINE) return null;
    joined = `${joined} ${line.trim()}`.trim();
    // Zoho writes dashes on both sides.
    if (!/(?:[:：]|-{3,5})$/.test(joined)) continue;
    const isWorded = WROTE.test(joined);
    const isDated = isDateWithTime(joined);
    const isAddressed = ADDRESS.test(joined);
    // Several lines belong together only if the first line has the date, because the line above may be the sender's own
    // text.
    const isOwnAbove = isDateWithTime(lines.slice(from + 1, from + count).join(" "));
    if (count > 1 && (!DATE.test(first) || !isDated || isOwnAbove)) return null;
    if (!isWorded) return isDated && BRACKETED_ADDRESS.test(joined) ? { lines: count, isSure: false } : null;
    // "My agent robin@example.com wrote:" is the sender's own line. Email programs include the time.
    return isDated || isAddressed ? { lines: count, isSure: isAddressed && isDated } : null;
  }
  return null;
}

function beginningAt(lines: readonly string[], at: number): Beginning | null {
  const line = lines[at] ?? "";
  if (FORWARDED.test(line)) return { lines: 1, isSure: false };
  const isOriginal = ORIGINAL.test(line);
  if (isOriginal || RULE.test(line)) {
    let next = at + 1;
    while (next < at + FIELD_LINES && isBlank(lines[next])) next += 1;
    const isBelow = !isOriginal && ORIGINAL.test(lines[next] ?? "");
    const below = isBelow
      ? beginningAt(lines, next)?.lines
      : (headerBlock(lines, next) ?? (isOriginal ? attribution(lines, next)?.lines : null));
    if (below) return { lines: next - at + below, isSure: true };
    return isOriginal ? { lines: 1, isSure: true } : null;
  }
  const block = headerBlock(lines, at);
  return block === null ? attribution(lines, at) : { lines: block, isSure: true };
}

/** Returns the lines below the end of the site's own email if a program quoted that email without marks. */
function belowOurMail(lines: readonly string[], from: number): string[] {
  const end = lines.findLastIndex((line, at) => at >= from && line.includes(END_OF_COUNTED_MAIL));
  if (end === -1) return [];
  const rest = lines.slice(end + 1);
  // The link of the site's closing line may be on the next line.
  while (rest.length > 0 && (isBlank(rest[0]) || /^[[<(]?https?:\/\/\S{1,300}$/.test(rest[0]?.trim() ?? "")))
    rest.shift();
  return rest;
}

/**
 * Returns whether the sender's own text is above an unmarked quotation, or below the site's email within the quotation.
 * With only a greeting above, the text may be inside the quotation.
 */
function isOutside(above: readonly string[], below: readonly string[]): boolean {
  const isGreeted = above.some(hasOwnText);
  return above.some((line) => hasOwnText(line) && !GREETING.test(line)) || (isGreeted && below.some(hasOwnText));
}

/**
 * Returns the sender's own text without the lines that it quotes from an earlier email. The text may be above, below or
 * between quoted lines and may look like a quotation, so doubtful lines are kept. A text that contains only quotations
 * is returned whole. Signatures are kept.
 */
export function withoutQuotation(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES);
  const kept: string[] = [];
  let isPointedTo = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (QUOTED.test(line)) continue;
    const beginning: Beginning | null = isPointedTo ? null : beginningAt(lines, at);
    if (beginning === null) {
      kept.push(line);
      continue;
    }
    let next = at + beginning.lines;
    while (isBlank(lines[next])) next += 1;
    if (QUOTED.test(lines[next] ?? "")) {
      at = next - 1;
      continue;
    }
    const below = beginning.isSure ? belowOurMail(lines, next) : [];
    isPointedTo = beginning.isSure && POINTS_BELOW.test(kept.join("\n"));
    if (beginning.isSure && !isPointedTo && isOutside(kept, below)) {
      kept.push(...below);
      break;
    }
    // Skips all lines of the quotation's beginning, because a header block below a rule would begin another quotation.
    kept.push(...lines.slice(at, at + beginning.lines));
    at += beginning.lines - 1;
  }
  const own = kept.join("\n").trim();
  return hasOwnText(own) ? own : lines.join("\n").trim();
}
