import { Parser } from "htmlparser2";

/** Elements within elements that are read, so that reading is linear; real mails have about fifty. */
const MAX_DEPTH = 500;
/** The line that mail programs write before the header block of what they quote. */
const ORIGINAL = "-----Original Message-----";

const words = (text: string) => new Set(text.split(" "));
/** Elements whose content nobody sees. */
const HIDDEN = words("head style script title template object svg math select textarea noscript");
/** Elements that begin and end a line. */
const BLOCKS = words(
  "address article aside blockquote center dd div dl dt fieldset figure footer form header hr li main ol p pre section table tr ul h1 h2 h3 h4 h5 h6",
);
/** Elements with an empty line around them. */
const PARAGRAPHS = words("p h1 h2 h3 h4 h5 h6");
/** "On …, … wrote:", of Gmail and Thunderbird; what follows is marked. */
const ATTRIBUTIONS = words("gmail_attr moz-cite-prefix");
/** Quotations of Yahoo, Proton and Tuta, with their attributions. */
const QUOTATIONS = words("yahoo_quoted protonmail_quote tutanota_quote");

type Attributes = Record<string, string>;
const classesOf = (given: Attributes) => (given["class"] ?? "").split(/\s+/);

/**
 * Tells an element that holds what an earlier mail said. A `blockquote` may also be the sender's own indentation, of which mail
 * programs say nothing but a margin.
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
  /** The target of a link whose text may not show it. */
  href: string | null;
  /** Pieces of its line before it. */
  from: number;
}

/** Collects the lines of an HTML text. */
class Lines {
  readonly #lines: string[] = [];
  readonly #open: Element[] = [];
  /** Pieces of the line in progress, because joining each would take quadratic time. */
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
    if (given["id"] === "divRplyFwdMsg") this.#add(`${ORIGINAL}\n`);
    this.#open.push(element);
    this.#quotations += Number(element.isQuotation);
    this.#hidden += Number(element.isHidden);
    this.#asWritten += Number(element.isKeptAsWritten);
    element.from = this.#line.length;
    if (name === "br") this.#breakLine();
    if (name === "hr") this.#add("_".repeat(32));
    if (name === "li") this.#add("- ");
    // Cells of a row stand on its line.
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

  /** Adds a text with its own line ends. */
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
 * The text of a mail's HTML part, with quotations marked by ">" as in a plain part, and without what is hidden. What is
 * nested deeper than {@link MAX_DEPTH} is left out with all that follows.
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
