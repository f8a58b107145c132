import type { Config } from "./config.ts";
import { escapeHtml } from "./html.ts";
import type { Mail } from "./mail.ts";
import type { MailKind, WantedMailKind } from "./mail-kinds.ts";

/** A link shown as a button, and as an address in the text part. */
export interface MailLink {
  label: string;
  url: string;
}

/** Something that words and links cannot say, in both forms. */
export interface MailBlock {
  html: string;
  text: string;
}

/** What a mail says; the layout adds sender, reason and postal address. */
export interface MailContent<Kind extends MailKind = MailKind> {
  kind: Kind;
  to: string;
  subject: string;
  /** Paragraphs, links and blocks, in reading order. */
  body: readonly MailPart[];
  /** Why the person gets it, one sentence. */
  reason: string;
  /** Quiet links at the very end. */
  footerLinks?: readonly MailLink[];
}

type MailPart = string | MailLink | MailBlock;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function partText(part: MailPart): string {
  if (typeof part === "string") return part;
  return "html" in part ? part.text : `${part.label}: ${part.url}`;
}

function partHtml(part: MailPart): string {
  if (typeof part === "string")
    return `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(part).replaceAll("\n", "<br>")}</p>`;
  if ("html" in part) return part.html;
  const style =
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#12586b;color:#ffffff;font-weight:600;text-decoration:none";
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" style="${style}">${escapeHtml(part.label)}</a></p>`;
}

/** Colours of words that would be too dark on a dark ground; programs that know no dark mode keep those beside them. */
const DARK =
  "@media (prefers-color-scheme:dark){.link{color:#7cc5d8!important}.good{color:#7fd3a0!important}.line{border-color:#4a463f!important}}";

const quietLink = ({ label, url }: MailLink) =>
  `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`;

/** A mail that strangers cannot cause, in the site's look; those that they can are laid out by counted-mail.ts. */
export const layOutMail = (config: Config, content: MailContent<WantedMailKind>): Mail => layOut(config, content);

/** A mail in the site's look: plain tables, readable without images and in dark mode, with a real text part. */
export function layOut(config: Config, { kind, to, subject, body, reason, footerLinks = [] }: MailContent): Mail {
  const footer = [
    `${config.siteName}, ${config.siteUrl}`,
    reason,
    `Questions: ${config.contactEmail}`,
    config.postalAddress,
  ].filter((line) => line !== "");
  const text = [...body.map(partText), `-- \n${[...footer, ...footerLinks.map(partText)].join("\n")}`].join("\n\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK}</style><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;${FONT};font-size:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left"><tr><td>
<p style="margin:0 0 24px;font-weight:800;font-size:18px">${escapeHtml(config.siteName)}</p>
${body.map(partHtml).join("\n")}
<p class="line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #b9b2a5;font-size:13px;line-height:1.5">${[...footer.map(escapeHtml), ...footerLinks.map(quietLink)].join("<br>")}</p>
</td></tr></table></td></tr></table></body></html>`;
  return { kind, to, subject, text, html };
}
