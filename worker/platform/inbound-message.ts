import { type MailHeader, withoutFreeText } from "./mail-authentication.ts";

const MACHINE = /^<?(?:mailer-?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply)(?:[-_.+=@]|$)/i;
const AUTOMATIC_PRECEDENCE = new Set(["bulk", "list", "junk", "auto_reply", "auto-reply"]);
/**
 * Header fields that only programs write. (Servers also add X-Auto-Response-Suppress and List-Unsubscribe to personal
 * emails.)
 */
const AUTOMATIC_FIELD =
  /^(?:x-autoreply[a-z-]{0,20}|x-autorespon[a-z-]{0,20}|x-auto-reply[a-z-]{0,20}|x-mail-autoreply|x-ms-exchange-inbox-rules-loop)$/;
const REPORT = /^(?:multipart\/report|message\/delivery-status)$/;

/** Returns a header value in lower case, without parameters and comments. */
const mainValueOf = (value: string) => (withoutFreeText(value) ?? value).split(";", 1).join("").trim().toLowerCase();

/**
 * Returns whether the headers show that a program wrote a message: a bounce, a list message or an automatic reply (RFC
 * 3834, and older conventions).
 * @param from the address of its From header, or null
 * @param envelopeFrom the SMTP sender; empty or `<>` for a bounce
 */
export function isAutomatic(headers: readonly MailHeader[], from: string | null, envelopeFrom: string): boolean {
  const mainValues = (wanted: string) =>
    headers.filter(({ name }) => name === wanted).map(({ value }) => mainValueOf(value));
  const sender = envelopeFrom.trim();
  return (
    sender === "" ||
    sender === "<>" ||
    MACHINE.test(sender) ||
    MACHINE.test(from ?? "") ||
    headers.some(({ name }) => AUTOMATIC_FIELD.test(name)) ||
    mainValues("return-path").some((value) => /^<\s*>$/.test(value)) ||
    mainValues("delivered-to").some((value) => value.replaceAll(/[<>]/g, "") === "autoresponder") ||
    mainValues("auto-submitted").some((value) => value !== "no") ||
    mainValues("precedence").some((value) => AUTOMATIC_PRECEDENCE.has(value)) ||
    mainValues("x-post-messageclass").some((value) => value.startsWith("9")) ||
    mainValues("content-type").some((value) => REPORT.test(value))
  );
}

/** Maximum number of characters examined, because normalising many accents takes quadratic time. */
const READ = { subject: 200, text: 1_000 } as const;

/** Converts text to lower case, without accents and with plain quotes, as in the phrases below. */
const normalizeText = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim();

const AFTER = String.raw`(?=$|[^\p{L}\p{N}])`;
const phrases = (before: string, given: readonly string[], after = AFTER) =>
  new RegExp(`^${before}(?:${given.join("|")})${after}`, "u");

/** End of a phrase of common words, so that the phrase does not match the beginning of people's own subjects. */
const END = "(?= ?[:：]| ?$| (?:re|aw|sv|rv|antw|until|till|bis|jusqu|hasta|ate)(?:$|[^\\p{L}]))";
const REPLY = String.raw`(?:(?:re|aw|sv|rv|res|tr|antw|antwort|回复|回覆|答复) ?[:：] ?){0,3}[\[({*"]{0,2} ?`;
/** Beginnings of the subjects of out-of-office replies from common email programs. */
const SUBJECTS = [
  phrases(REPLY, [
    // English
    "(?:automatic |currently )?out[ -]of[ -](?:the |my )?office",
    "auto(?:matic|mated|matically generated)?[ -]?(?:reply|response|answer|responder)",
    "away from (?:the |my )?(?:office|desk|e?-?mail)",
    "(?:vacation|holiday|absence|out[ -]of[ -]town) (?:auto-?)?(?:reply|response|responder|notice|notification|message|alert)",
    "(?:i am|i'm) (?:currently )?(?:away|out of office|out of the office|out of town|on vacation|on leave|on holidays?)",
    "ooo(?= ?-)",
    // French
    "reponse (?:auto(?:matique)?|d'absence)",
    "(?:message|notification|avis|courriel) (?:d'absence|automatique)",
    "absen(?:ce|te?) (?:du|de mon|au) bureau",
    "(?:hors|en dehors) du bureau",
    "je suis absente?",
    // German
    "autom(?:atische|atisierte|\\.) (?:antwort|ruckantwort|ruckmeldung|abwesenheit[a-z]{0,20}|e-?mail|nachricht|benachrichtigung)",
    "auto-?antwort",
    "abwesenheits?[a-z-]{0,25}",
    "ich bin (?:derzeit |zurzeit )?(?:abwesend|im urlaub|nicht im (?:buro|haus))",
    // Spanish
    "(?:respuesta|contestacion|mensaje|correo|aviso|notificacion) (?:automatic[ao]|automatizad[ao]|de (?:ausencia|vacaciones))",
    "auto[ -]?respuesta",
    "fuera de (?:la |mi )?oficina",
    "no estoy en la oficina",
    "ausen(?:te|cia) (?:de la|del)",
    "estoy (?:ausente|fuera)",
    // Portuguese
    "(?:resposta|mensagem|e-?mail|aviso|notificacao) (?:automatic[ao]|de (?:ausencia|ferias))",
    "auto[ -]?resposta",
    "(?:fora|ausen(?:te|cia)) (?:do|da|temporaria)",
    "nao estou no escritorio",
    "estou (?:ausente|fora)",
  ]),
  phrases(
    REPLY,
    [
      "auto(?= ?[:：])|away|oo[fo]|ooto|vacation|holidays?",
      "(?:currently |i am |i'm )?(?:on|away on) (?:annual |parental |maternity |paternity |sick |medical )?(?:leave|vacation|holidays?)",
      "absence|absente?(?:\\(e\\))?|(?:je suis )?(?:en )?(?:vacances|conges?)",
      "abwesend|(?:ich bin )?(?:derzeit |zurzeit )?(?:nicht im (?:buro|haus)|au(?:ß|ss)er haus|im urlaub)|urlaub(?:sabwesenheit|snotiz|smeldung)?",
      "ausen(?:te|cia)|(?:(?:estoy )?de )?vacaciones",
      "(?:(?:estou )?(?:de|em) )?ferias",
    ],
    END,
  ),
];
const CHINESE_SUBJECTS =
  /^(?:(?:re|回复|回覆|答复|答覆) ?[:：] ?){0,3}[[(【（]?(?:(?:邮件|郵件|系统|系統|假期|休假|外出)?的?(?:自动(?:回复|答复|回覆|应答)|自動(?:回覆|回復|答覆|回應))|外出(?:办公|不在)|我?(?:现在|目前)?不在(?:办公室|辦公室)|离开办公室|我?(?:正在|在)?(?:休假|度假)|我?(?:正在|在)?(?:假期|外出|出差|请假|請假)(?:通知|自动|中|[:：]))/u;

/** Returns whether a subject begins like that of an out-of-office reply. */
export function hasAutomaticSubject(subject: string): boolean {
  const beginning = subject.trim().slice(0, READ.subject);
  const plain = normalizeText(beginning);
  return (
    SUBJECTS.some((pattern) => pattern.test(plain)) || CHINESE_SUBJECTS.test(beginning.normalize("NFC").toLowerCase())
  );
}

/** Matches a greeting or thanks, up to its punctuation, with which any reply may begin, automatic or not. */
const POLITE =
  /^(?:(?:hi|hello|dear|hey|greetings|good (?:morning|afternoon|evening|day)|bonjour|cher|chere|hallo|guten|sehr geehrte|liebe|hola|buen|estimad|ola|oi|bom dia|boa tarde|prezad|car[oa] )[^,.!:;\n，。！]{0,60}|(?:many )?thank(?:s| you)[^.!\n]{0,30}(?:e-?mail|message|mail|note|inquiry|writing|reaching|contacting)[^.!\n]{0,30}|merci[^.!\n]{0,30}(?:message|courriel|mail)[^.!\n]{0,20}|(?:vielen |herzlichen )?dank[^.!\n]{0,30}(?:nachricht|mail)[^.!\n]{0,20}|gracias[^.!\n]{0,30}(?:mensaje|correo)[^.!\n]{0,20}|obrigad[oa][^.!\n]{0,30}(?:mensagem|e-?mail)[^.!\n]{0,20}|(?:您|你)好|(?:感谢|谢谢)(?:您|你)?的?(?:来信|邮件))[,.!:;\s，。！]{1,9}/u;
const POLITE_MAX = 3;
/** The characters with which ticket systems frame their first line. */
const LEAD = /^[#*=_~[\s-]{1,80}/;
const AWAY =
  "(?:away(?! from smoking)|out of (?:the |my )?office|out of town|out of the country|on (?:annual |parental |maternity |paternity |sick |medical )?(?:leave|vacation|holidays?)|travell?ing|not (?:in the office|available|at my desk|checking)|unavailable|absent)";
/** Beginnings of the first sentence of an automatic reply. */
const TEXTS = [
  phrases("", [
    `(?:i am|i'm|i will be|i'll be|i shall be) (?:currently |now |presently |temporarily )?${AWAY}`,
    "i(?: am|'m|'ll be| will be) back (?:in|at) (?:the |my )?(?:office|desk)",
    "i (?:currently |will )?(?:only )?have (?:only |very )?(?:limited|intermittent|no) access to (?:my )?e-?mails?",
    "(?:we are|(?:our|the) office is) (?:currently |now )?closed",
    "[\\p{L} .'-]{1,40} (?:no longer works?|is no longer (?:with|employed|at)|has left the (?:company|organi[sz]ation))",
    "this is an? (?:automatic|automated|auto-?)[a-z ]{0,20}(?:reply|response|message|e?-?mail)",
    "(?:this|you have reached an?) (?:mailbox|e-?mail address|inbox|account) (?:is|which is|that is)? ?(?:not|no longer|un)",
    "you have reached the (?:e-?mail|mailbox|inbox|voicemail) of",
    "(?:we have|i have|we've) received your (?:e-?mail|message|request|inquiry)",
    "your (?:e-?mail|message|request|inquiry|ticket)(?: \\(?#?[a-z0-9-]{1,20}\\)?)? has been (?:received|created)",
    "please type your reply above this line",
    "je suis (?:actuellement |presentement )?(?:absente?|en (?:vacances|conges?)|hors du bureau|en deplacement)",
    "je serai (?:absente?|de retour|en (?:vacances|conges?))",
    "nous avons bien recu votre (?:message|courriel|demande)",
    "ceci est (?:une reponse|un message) automatique",
    "ich bin (?:[^,!?\\n]{1,40} )?(?:nicht im (?:buro|haus)|im urlaub|abwesend|au(?:ß|ss)er haus|(?:nicht|wieder) erreichbar|verreist|in elternzeit)",
    "(?:wir haben )?ihre (?:nachricht|e-?mail|anfrage) (?:wurde |ist )?(?:bei uns )?(?:empfangen|eingegangen|erhalten)",
    "ich befinde mich (?:derzeit |zurzeit )?(?:im urlaub|nicht im buro)",
    "dies ist eine automatische",
    "(?:actualmente )?(?:estoy|me encuentro|estare) (?:actualmente )?(?:de vacaciones|fuera|ausente|de viaje|de baja)",
    "hemos recibido su (?:mensaje|correo|solicitud)",
    "este es un (?:mensaje|correo) automatico",
    "(?:no momento )?(?:estou|encontro-me|estarei) (?:atualmente |no momento )?(?:de ferias|em ferias|fora|ausente|em viagem|de licenca)",
    "recebemos (?:a )?sua (?:mensagem|solicitacao)",
    "esta e uma (?:mensagem|resposta) automatica",
  ]),
  ...SUBJECTS,
];
const CHINESE_TEXT =
  /^(?:我?(?:目前|现在|現在|近期)?(?:正在|在|已)?(?:休假|度假|外出|出差|不在)|这是(?:来自.{0,12})?(?:一封)?(?:.{0,6}自动回复|自动)|這是(?:一封)?自動|(?:您|你)的(?:邮件|来信|郵件)(?:我)?(?:已|我已)|我已(?:经)?收到(?:您|你)的(?:邮件|来信)|自动回复|自動回覆)/u;

/**
 * Returns whether a text begins like an out-of-office reply. A text that begins with "yes" counts as written by a
 * person.
 */
export function isAutomaticText(text: string): boolean {
  let rest = normalizeText(text.slice(0, READ.text)).replace(LEAD, "");
  for (let times = 0; times < POLITE_MAX; times += 1) rest = rest.replace(POLITE, "").trimStart();
  return TEXTS.some((pattern) => pattern.test(rest)) || CHINESE_TEXT.test(rest);
}

/** The parsed headers of an incoming message, whose sender is not authenticated yet. */
export interface InboundMessage {
  /** The From address in lower case. Null unless there is exactly one From header with one plain address. */
  from: string | null;
  /** The Message-ID, including its angle brackets. */
  messageId: string | null;
  /** The subject, decoded, on one line. */
  subject: string;
  /**
   * Headers from top to bottom, with names in lower case. Empty for an ambiguous message, because its headers prove
   * nothing.
   */
  headers: MailHeader[];
  /**
   * True for a bounce, an automatic reply or a list message, judged by the headers. The site must never reply to such a
   * message.
   */
  isAutomatic: boolean;
  /** True if the subject begins like that of an out-of-office reply. */
  hasAutomaticSubject: boolean;
}

/** Maximum size of all headers together. Real servers send up to 30 KB. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** Maximum line length (RFC 5322, 2.1.1). No From or Message-ID needs a longer line. */
const MAX_LINE = 998;
const MAX_ADDRESS = 254;

const LF = 0x0a;
const CR = 0x0d;

/** Returns a function that finds the blank line at the end of the headers, in a message that arrives in chunks. */
function headerEnd() {
  let isEmpty = true;
  let hasCr = false;
  return (part: Uint8Array): boolean => {
    for (const byte of part) {
      if (byte === LF) {
        if (isEmpty) return true;
        isEmpty = true;
        hasCr = false;
      } else if (byte === CR && isEmpty && !hasCr) hasCr = true;
      else isEmpty = false;
    }
    return false;
  };
}

/** Reads a message up to the chunk with the end of its headers; null if the headers exceed `maxBytes`. */
async function readHeaders(message: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const endsIn = headerEnd();
  let size = 0;
  for await (const part of message) {
    // A single chunk may contain the whole message.
    const value = part.subarray(0, maxBytes - size + 1);
    size += value.byteLength;
    chunks.push(value);
    if (endsIn(value)) break;
    if (size > maxBytes) return null;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Returns the header section: the bytes up to the first blank line, or all bytes if there is no blank line. */
function headerSection(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(LF, start);
    if (end === -1) return bytes;
    if (end === start || (end === start + 1 && bytes[start] === CR)) return bytes.subarray(0, start);
    start = end + 1;
  }
  return bytes;
}

// oxlint-disable-next-line no-control-regex -- a field name or a continuation, without NUL or a bare CR
const HEADER_LINE = /^(?:[!-9;-~]+:|[ \t])[^\0\r]*$/;

/** Matches address fields, which the parser reads at only a megabyte a second. */
const ADDRESS_FIELD = /^(?:from|to|cc|bcc|reply-to|return-path|delivered-to|sender):/i;
/** Maximum number of characters in all address fields together. A reply has one or two addresses in each field. */
const MAX_ADDRESS_FIELDS = 16 * 1024;

/** Returns whether the address fields are short enough for a reply. */
function isShortlyAddressed(lines: readonly string[]): boolean {
  let isAddress = false;
  let length = 0;
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) isAddress = ADDRESS_FIELD.test(line);
    if (isAddress) length += line.length;
  }
  return length <= MAX_ADDRESS_FIELDS;
}

function linesOf(section: Uint8Array): string[] {
  const lines = new TextDecoder("latin1").decode(section).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Returns whether every parser reads the same fields in these headers. A bare CR, NUL, a line that is not a field, or a
 * space before the colon is ambiguous, because the authenticating server may have read a different From.
 */
const isUnambiguous = (lines: readonly string[]): boolean =>
  !/^[ \t]/.test(lines[0] ?? "") && lines.every((line) => HEADER_LINE.test(line.replace(/\r$/, "")));

const valuesOf = (headers: readonly MailHeader[], wanted: string) =>
  headers.filter(({ name }) => name === wanted).map(({ value }) => value);

const ADDRESS = String.raw`[a-z0-9.!#$%&'*+/=?^_\x60{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`;
const ONE_MAILBOX = new RegExp(String.raw`^(?:[^<>@,;:\\[\]]*< *(${ADDRESS}) *>|(${ADDRESS}))$`, "i");

/** Loads the parser with the first email, because requests do not need it. */
export const loadMailParser = () => import("postal-mime");

type AddressParser = Awaited<ReturnType<typeof loadMailParser>>["addressParser"];

/**
 * Returns the only address in these fields, or null. The parser is lenient, so its result must match a strict pattern.
 */
function onlyAddress(fields: readonly string[], addressParser: AddressParser): string | null {
  const [field, ...more] = fields;
  if (field === undefined || field.length > MAX_LINE || more.length > 0) return null;
  const [, bracketed, bare] = ONE_MAILBOX.exec((withoutFreeText(field) ?? "").replaceAll("\t", " ").trim()) ?? [];
  const address = bracketed ?? bare;
  const lenient = addressParser(field, { flatten: true });
  if (address === undefined || address.length > MAX_ADDRESS || lenient.length !== 1) return null;
  return lenient[0]?.address === address ? address.toLowerCase() : null;
}

/** Removes line breaks from a text. Encoded words may contain line breaks, which must not reach an outgoing header. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const onOneLine = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();

/**
 * Parses the headers of a message and ignores its content. Never throws. Returns null if the headers exceed `maxBytes`
 * or contain too many addresses. For ambiguous headers, returns only fields that need not be authentic.
 * @param envelopeFrom the SMTP sender; empty or `<>` for a bounce
 */
export async function readInboundMessage(
  raw: AsyncIterable<Uint8Array>,
  maxBytes: number,
  envelopeFrom: string,
): Promise<InboundMessage | null> {
  try {
    const bytes = await readHeaders(raw, maxBytes);
    const section = bytes && headerSection(bytes);
    const lines = section && linesOf(section);
    if (!section || !lines || !isShortlyAddressed(lines)) return null;
    const { default: PostalMime, addressParser } = await loadMailParser();
    const mail = await PostalMime.parse(section, { maxHeadersSize: MAX_HEADER_BYTES });
    const headers = mail.headers.map(({ key, value }) => ({ name: key, value }));
    const isProof = isUnambiguous(lines);
    const from = isProof ? onlyAddress(valuesOf(headers, "from"), addressParser) : null;
    const [messageId = ""] = valuesOf(headers, "message-id");
    const subject = onOneLine(mail.subject ?? "");
    return {
      from,
      messageId: messageId.length <= MAX_LINE && /^<[!-;=?-~]+>$/.test(messageId) ? messageId : null,
      subject,
      headers: isProof ? headers : [],
      isAutomatic: isAutomatic(headers, from, envelopeFrom),
      hasAutomaticSubject: hasAutomaticSubject(subject),
    };
  } catch {
    return null;
  }
}
