import type { Config } from "./config.ts";
import { escapeHtml } from "./html.ts";
import type { Mail } from "./mail.ts";
import type { MailKind, TrustedMailKind, CountedMailKind } from "./mail-kinds.ts";
import type { Deps } from "./deps.ts";
import { addressHashOf } from "./suppressions.ts";

/** A link, shown as a button in HTML and as a URL in plain text. */
export interface MailLink {
  label: string;
  url: string;
  /** Each email has one primary button. A quiet link is a plain link that removes or explains something. */
  look?: "primary" | "secondary" | "quiet";
}

/** A block with its own HTML and text, for content that paragraphs and links cannot express. */
export interface MailBlock {
  html: string;
  text: string;
}

/** The content of an email. The layout adds sender, reason and postal address. */
export interface MailContent<Kind extends MailKind = MailKind> {
  kind: Kind;
  to: string;
  subject: string;
  /** Paragraphs, links and blocks, in reading order. */
  body: readonly MailPart[];
  /** The reason why the recipient gets the email, in one sentence. */
  reason: string;
  /** Unobtrusive links at the end of the email. */
  footerLinks?: readonly MailLink[];
}

/** The recipient's personal links in a subscription email. */
export interface MailLinks {
  /** The page where the recipient chooses which emails to get. */
  page: string;
  /** The link that stops emails of this subscription. */
  stop: string;
  /**
   * Headers for one-click unsubscribing (RFC 2369, RFC 8058): browsers GET a page with a button, and email clients
   * POST.
   */
  headers: Record<string, string>;
}

/** Label of the link to the page that lists everything an email address receives. */
export const YOUR_EMAILS = "Your emails";

type MailPart = string | MailLink | MailBlock;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Returns a part of an email as plain text. */
export function partText(part: MailPart): string {
  if (typeof part === "string") return part;
  return "html" in part ? part.text : `${part.label}: ${part.url}`;
}

const BUTTON =
  "display:inline-block;padding:11px 16px;border-radius:10px;font-weight:600;text-decoration:none;border:1px solid";

/** Returns a link as an HTML anchor. */
export function linkHtml({ label, url, look = "primary" }: MailLink): string {
  const looks = {
    primary: `style="${BUTTON} #0f5a6d;background:#0f5a6d;color:#ffffff"`,
    secondary: `style="${BUTTON};color:#0f5a6d" class="link"`,
    quiet: 'style="font-size:14px;color:#0f5a6d" class="link"',
  };
  return `<a href="${escapeHtml(url)}" ${looks[look]}>${escapeHtml(label)}</a>`;
}

function partHtml(part: MailPart): string {
  if (typeof part === "string")
    return `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(part).replaceAll("\n", "<br>")}</p>`;
  if ("html" in part) return part.html;
  return `<p style="margin:0 0 16px">${linkHtml(part)}</p>`;
}

/**
 * Replacements for colours that are too dark on a dark background. Clients without dark mode ignore them. The values
 * come from theme.css, which emails cannot load.
 */
const DARK_BLOCKS =
  "@media (prefers-color-scheme:dark){.link{color:#7fcbdc!important}.good{color:#92d69d!important}.line{border-color:#4a463f!important}.rent{background:#b9b0a4!important}.less{background:#92d69d!important}}";

/** Styles for phones: full width, with the photo above its text instead of beside it. */
const NARROW_BLOCKS =
  "@media (max-width:480px){.side,.photo,.frame{width:100%!important;max-width:100%!important}.frame{max-height:250px!important}}";

/** Returns a bar with a text logo and the site's name. Email programs display it even when they block images. */
const header = ({ siteName, siteUrl }: Config) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#0f5a6d" style="margin:0 0 24px;background:#0f5a6d;border-radius:12px"><tr><td width="36" style="padding:10px 0 10px 12px"><span aria-hidden="true" style="display:block;width:36px;border-radius:8px;background:#faf6ef;color:#1c6733;font-size:24px;font-weight:800;line-height:36px;text-align:center">↓</span></td><td style="padding:10px 12px;font-weight:800;font-size:20px;line-height:1.1;letter-spacing:-0.5px"><a href="${escapeHtml(siteUrl)}" style="color:#faf6ef;text-decoration:none">${escapeHtml(siteName)}</a></td></tr></table>`;

const quietLink = ({ label, url }: MailLink) =>
  `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`;

/** Lays out an email that strangers cannot trigger. For all others, use `layOutCountedMail()`. */
export const layOutMail = (config: Config, content: MailContent<TrustedMailKind>): Mail => layOut(config, content);

/**
 * Lays out an email in the site's design: plain tables, readable without images and in dark mode, with a plain-text
 * version.
 */
function layOut(config: Config, { kind, to, subject, body, reason, footerLinks = [] }: MailContent): Mail {
  const footer = [
    `${config.siteName}, ${config.siteUrl}`,
    reason,
    `Questions: ${config.contactEmail}`,
    config.postalAddress,
  ].filter((line) => line !== "");
  const text = [...body.map(partText), `-- \n${[...footer, ...footerLinks.map(partText)].join("\n")}`].join("\n\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK_BLOCKS}${NARROW_BLOCKS}</style><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;${FONT};font-size:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
${header(config)}
${body.map(partHtml).join("\n")}
<p class="line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #b9b2a5;font-size:13px;line-height:1.5">${[...footer.map(escapeHtml), ...footerLinks.map(quietLink)].join("<br>")}</p>
</td></tr></table></td></tr></table></body></html>`;
  return { kind, to, subject, text, html };
}

/** The closing line of an email that strangers can trigger, followed by its link. */
export const END_OF_COUNTED_MAIL = "Never write to this address again";

/**
 * Lays out an email that strangers can trigger, with a signed link that stops all emails to the address. The email has
 * no List-Unsubscribe header, which email clients and filters follow automatically: a landlord unsubscribed that way
 * would lose the links to every listing. The text must not contain anything that the requester typed.
 */
export async function layOutCountedMail(deps: Deps, content: MailContent<CountedMailKind>): Promise<Mail> {
  const token = await deps.tokens.sealHash("never", await addressHashOf(deps, content.to));
  return layOut(deps.config, {
    ...content,
    footerLinks: [
      ...(content.footerLinks ?? []),
      { label: END_OF_COUNTED_MAIL, url: `${deps.config.siteUrl}/never/${token}` },
    ],
  });
}
