import { type MailHeader, structureOf } from "./mail-authentication.ts";

const MACHINE = /^<?(?:mailer-?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply)(?:[-_.+=@]|$)/i;
const AUTOMATIC_PRECEDENCE = new Set(["bulk", "list", "junk", "auto_reply", "auto-reply"]);
/** Fields that only programs write. A person's mail server adds X-Auto-Response-Suppress and List-Unsubscribe, too. */
const AUTOMATIC_FIELD =
  /^(?:x-autoreply|x-autorespon[a-z-]{0,20}|x-auto-reply[a-z-]{0,20}|x-mail-autoreply|x-ms-exchange-inbox-rules-loop)$/;
const REPORT = /^(?:multipart\/report|message\/delivery-status)$/;

/** A header value without parameters and comments, in lower case. */
const leadOf = (value: string) => (structureOf(value) ?? value).split(";", 1).join("").trim().toLowerCase();

/**
 * Tells from the headers that a program wrote a message: a bounce, list mail or an automatic reply (RFC 3834, and what
 * mail systems did before it).
 * @param from the address of its From header, or null
 * @param envelopeFrom the SMTP sender; empty or `<>` for a bounce
 */
export function isAutomatic(headers: readonly MailHeader[], from: string | null, envelopeFrom: string): boolean {
  const leads = (wanted: string) => headers.filter(({ name }) => name === wanted).map(({ value }) => leadOf(value));
  const sender = envelopeFrom.trim();
  return (
    sender === "" ||
    sender === "<>" ||
    MACHINE.test(sender) ||
    MACHINE.test(from ?? "") ||
    headers.some(({ name }) => AUTOMATIC_FIELD.test(name)) ||
    leads("return-path").some((value) => /^<\s*>$/.test(value)) ||
    leads("delivered-to").some((value) => value.replaceAll(/[<>]/g, "") === "autoresponder") ||
    leads("auto-submitted").some((value) => value !== "no") ||
    leads("precedence").some((value) => AUTOMATIC_PRECEDENCE.has(value)) ||
    leads("x-post-messageclass").some((value) => value.startsWith("9")) ||
    leads("content-type").some((value) => REPORT.test(value))
  );
}

/** Characters that are looked at: putting many accents in order takes quadratic time. */
const READ = { subject: 200, text: 1_000 } as const;

/** Lower case without accents and with plain quotes, as the phrases below are written. */
const plainOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim();

const AFTER = String.raw`(?=$|[^\p{L}\p{N}])`;
const phrases = (before: string, given: readonly string[], after = AFTER) =>
  new RegExp(`^${before}(?:${given.join("|")})${after}`, "u");

/** Beginnings of the subjects of out-of-office replies, by common mail programs. */
const SUBJECTS = phrases(String.raw`(?:(?:re|aw|sv|rv|res|tr|antw|回复|回覆|答复) ?[:：] ?){0,3}[\[({*"]{0,2} ?`, [
  // English
  "out[ -]of[ -](?:the |my )?office",
  "auto(?:matic|mated|matically generated)?[ -]?(?:reply|response|answer|responder)",
  "away from (?:the |my )?(?:office|desk|e?-?mail)",
  "(?:vacation|holiday|absence|out[ -]of[ -]town) (?:auto-?)?(?:reply|response|responder|notice|notification|message|alert)",
  "(?:currently |i am |i'm )?(?:on|away on) (?:annual |parental |maternity |paternity |sick |medical )?(?:leave|vacation|holidays?)(?= ?[:：]| ?$| until| re:)",
  "(?:i am|i'm) (?:currently )?(?:away|out of office|out of the office|out of town|on vacation|on leave|on holidays?)",
  "ooo(?= ?[:：-])",
  // French
  "reponse automatique",
  "(?:message|notification|avis|courriel) (?:d'absence|automatique)",
  "absen(?:ce|te?) (?:du|de mon|au) bureau",
  "absence(?= ?[:：])",
  "absente?(?= ?[:：]| jusqu)",
  "(?:hors|en dehors) du bureau",
  "(?:je suis )?en (?:vacances|conges?)(?= ?[:：]| ?$| jusqu)",
  "je suis absente?",
  // German
  "automatische (?:antwort|ruckantwort|abwesenheit[a-z]{0,20}|e-?mail|nachricht)",
  "auto-?antwort",
  "abwesenheits?[a-z-]{0,25}",
  "abwesend(?= ?[:：]| ?$| bis)",
  "(?:ich bin )?(?:derzeit |zurzeit )?(?:nicht im buro|au(?:ß|ss)er haus|im urlaub)(?= ?[:：]| ?$| bis)",
  "ich bin (?:derzeit |zurzeit )?(?:abwesend|im urlaub|nicht im buro)",
  "urlaub(?:sabwesenheit|snotiz|smeldung)?(?= ?[:：]| ?$)",
  // Spanish
  "(?:respuesta|contestacion|mensaje) (?:automatic[ao]|de ausencia)",
  "fuera de (?:la |mi )?oficina",
  "ausen(?:te|cia)(?= ?[:：]| ?$| de la| hasta| del)",
  "(?:estoy )?de vacaciones(?= ?[:：]| ?$| hasta)",
  "estoy (?:ausente|fuera)",
  // Portuguese
  "(?:resposta|mensagem) (?:automatica|de ausencia|de ferias)",
  "(?:fora|ausen(?:te|cia)) (?:do|da|temporaria)",
  "(?:estou )?(?:de|em) ferias(?= ?[:：]| ?$| ate)",
  "estou (?:ausente|fora)",
]);
const CHINESE_SUBJECTS =
  /^(?:(?:re|回复|回覆|答复|答覆) ?[:：] ?){0,3}[[(【（]?(?:自动(?:回复|答复|回覆|应答)|自動(?:回覆|回復|答覆|回應)|外出(?:自动|办公|不在|[:：])|不在(?:办公室|辦公室)|离开办公室|我?(?:正在|在)?(?:休假|度假)|(?:休假|假期|外出)(?:通知|自动|中|[:：]))/u;

/** Tells a subject that begins as those of out-of-office replies do. */
export function hasAutomaticSubject(subject: string): boolean {
  const beginning = subject.trim().slice(0, READ.subject);
  return SUBJECTS.test(plainOf(beginning)) || CHINESE_SUBJECTS.test(beginning.normalize("NFC"));
}

/** A greeting or thanks with which a reply begins, an automatic one or another, up to its punctuation. */
const POLITE =
  /^(?:(?:hi|hello|dear|hey|greetings|good (?:morning|afternoon|evening|day)|bonjour|cher|chere|hallo|guten|sehr geehrte|liebe|hola|buen|estimad|ola|oi|bom dia|boa tarde|prezad|car[oa] )[^,.!:;\n，。！]{0,60}|(?:many )?thank(?:s| you)[^.!\n]{0,30}(?:e-?mail|message|mail|note|inquiry|writing|reaching)[^.!\n]{0,20}|merci[^.!\n]{0,30}(?:message|courriel|mail)[^.!\n]{0,20}|(?:vielen |herzlichen )?dank[^.!\n]{0,30}(?:nachricht|mail)[^.!\n]{0,20}|gracias[^.!\n]{0,30}(?:mensaje|correo)[^.!\n]{0,20}|obrigad[oa][^.!\n]{0,30}(?:mensagem|e-?mail)[^.!\n]{0,20}|(?:您|你)好|(?:感谢|谢谢)(?:您|你)?的?(?:来信|邮件))[,.!:;\s，。！]{1,9}/u;
const POLITE_MAX = 3;
const AWAY =
  "(?:away(?! from smoking)|out of (?:the |my )?office|out of town|out of the country|on (?:annual |parental |maternity |paternity |sick |medical )?(?:leave|vacation|holidays?)|travell?ing|not (?:in the office|available|at my desk|checking)|unavailable|absent)";
/** Beginnings of the first sentence of an automatic reply. */
const TEXTS = [
  phrases("", [
    `(?:i am|i'm|i will be|i'll be|i shall be) (?:currently |now |presently |temporarily )?${AWAY}`,
    "this is an? (?:automatic|automated|auto-?)[a-z ]{0,12}(?:reply|response|message|e?-?mail)",
    "(?:this|you have reached an?) (?:mailbox|e-?mail address|inbox|account) (?:is|which is|that is)? ?(?:not|no longer|un)",
    "(?:we have|i have|we've) received your (?:e-?mail|message)",
    "your (?:e-?mail|message) has been received",
    "je suis (?:actuellement |presentement )?(?:absente?|en (?:vacances|conges?)|hors du bureau|en deplacement)",
    "je serai (?:absente?|de retour|en (?:vacances|conges?))",
    "ceci est (?:une reponse|un message) automatique",
    "ich bin (?:derzeit |zurzeit |zur zeit |aktuell |momentan |bis [^\\n]{1,20} )?(?:nicht im buro|im urlaub|abwesend|au(?:ß|ss)er haus|nicht erreichbar|verreist|in elternzeit)",
    "ich befinde mich (?:derzeit |zurzeit )?(?:im urlaub|nicht im buro)",
    "dies ist eine automatische",
    "(?:actualmente )?(?:estoy|me encuentro|estare) (?:actualmente )?(?:de vacaciones|fuera|ausente|de viaje|de baja)",
    "este es un (?:mensaje|correo) automatico",
    "(?:no momento )?(?:estou|encontro-me|estarei) (?:atualmente |no momento )?(?:de ferias|em ferias|fora|ausente|em viagem|de licenca)",
    "esta e uma (?:mensagem|resposta) automatica",
  ]),
  SUBJECTS,
];
const CHINESE_TEXT =
  /^(?:我?(?:目前|现在|現在|近期)?(?:正在|在|已)?(?:休假|度假|外出|出差|不在)|这是(?:来自.{0,12})?(?:一封)?(?:.{0,6}自动回复|自动)|這是(?:一封)?自動|(?:您|你)的(?:邮件|来信|郵件)(?:我)?(?:已|我已)|我已(?:经)?收到(?:您|你)的(?:邮件|来信)|自动回复|自動回覆)/u;

/** Tells a text that begins like an out-of-office reply: somebody who says yes first is a person. */
export function readsAutomatic(text: string): boolean {
  let rest = plainOf(text.slice(0, READ.text));
  for (let times = 0; times < POLITE_MAX; times += 1) rest = rest.replace(POLITE, "").trimStart();
  return TEXTS.some((pattern) => pattern.test(rest)) || CHINESE_TEXT.test(rest);
}
