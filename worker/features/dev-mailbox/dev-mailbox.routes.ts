import type { Context } from "hono";
import { html } from "hono/html";
import { mailRules } from "../../contracts/mails.schemas.ts";
import { type InboundMail, receiveMail } from "../../inbound-mail.ts";
import { readLimitedBody } from "../../platform/body.ts";
import { mailInMailbox, mailsInMailbox } from "../../platform/mail.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readId } from "../../platform/paging.ts";

/**
 * Throws in production, which has no mailbox.
 * @throws AppError `route.not_found`
 */
function assertDevelopment(c: Context<AppEnv>): void {
  if (!c.var.deps.config.isDevelopment) throw new AppError("route.not_found");
}

export const devMailboxApi = implement(mailRules, {
  async listDevMails(c) {
    assertDevelopment(c);
    const mails = await mailsInMailbox(c.var.deps.db, c.req.query("to"));
    return mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: sentAt.toISOString() }));
  },
});

const style =
  "body{font:16px/1.5 system-ui;margin:2rem auto;max-width:50rem;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap}li{margin:.5rem 0}";
const page = (title: string, content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;

/** Pages at /dev/mailbox that show the emails sent to people. HTML parts open on a separate, sandboxed page. */
export const devMailboxPages = router()
  .use((c, next) => {
    assertDevelopment(c);
    return next();
  })
  .get("/", async (c) => {
    const to = c.req.query("to");
    const mails = await mailsInMailbox(c.var.deps.db, to);
    const items = mails.map(
      (mail) =>
        html`<li>
          <a href="/dev/mailbox/${mail.id}">${mail.subject}</a><br />to ${mail.to}, ${mail.sentAt.toISOString()}
        </li>`,
    );
    return c.html(
      await page(
        "Development mailbox",
        mails.length === 0
          ? html`<p>No mail has been sent${to ? ` to ${to}` : ""}.</p>`
          : html`<ul>
              ${items}
            </ul>`,
      ),
    );
  })
  .get("/:id", async (c) => {
    const mail = await mailInMailbox(c.var.deps.db, readId(c.req.param("id")) ?? 0);
    if (!mail) throw new AppError("mail.not_found");
    const head = html`<p>
      From ${mail.from}<br />To ${mail.to}${mail.replyTo ? html`<br />Reply to ${mail.replyTo}` : ""}<br />${mail.sentAt.toISOString()}
    </p>`;
    return c.html(
      await page(
        mail.subject,
        html`${head}
          <pre>${mail.text}</pre>
          <form method="post" action="/dev/mailbox/${mail.id}/reply">
            <p>
              <label
                >Reply to ${mail.replyTo ?? mail.from}<br /><textarea name="text" rows="4" cols="60"></textarea>
              </label>
            </p>
            <p><button>Send reply</button></p>
          </form>
          <p><a href="/dev/mailbox/${mail.id}/html">HTML part</a> · <a href="/dev/mailbox">All mail</a></p>`,
      ),
    );
  })
  .get("/:id/html", async (c) => {
    const mail = await mailInMailbox(c.var.deps.db, readId(c.req.param("id")) ?? 0);
    if (!mail) throw new AppError("mail.not_found");
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation",
    );
    return c.html(mail.html);
  })
  .post("/:id/reply", readLimitedBody, async (c) => {
    const mail = await mailInMailbox(c.var.deps.db, readId(c.req.param("id")) ?? 0);
    if (!mail) throw new AppError("mail.not_found");
    const { text } = await c.req.parseBody();
    await receiveMail(c.var.deps, replyTo(mail, typeof text === "string" ? text : "", c.var.deps.config.authservId));
    return c.html(
      await page(
        "Reply sent",
        html`<p>The site accepted the reply.</p>
          <p><a href="/dev/mailbox">All mail</a></p>`,
      ),
    );
  });

/** Builds a reply as an email client would send it, with the receiving server's authentication result. */
function replyTo(
  mail: { to: string; from: string; replyTo: string | null; subject: string },
  text: string,
  authservId: string,
): InboundMail {
  const to = /<([^<>]+)>/.exec(mail.replyTo ?? mail.from)?.[1] ?? mail.replyTo ?? mail.from;
  const lines = [
    `Authentication-Results: ${authservId}; dmarc=pass header.from=${mail.to.split("@")[1] ?? ""}`,
    `From: ${mail.to}`,
    `To: ${to}`,
    `Subject: Re: ${mail.subject}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ];
  return {
    from: mail.to,
    to,
    headers: new Headers(),
    raw: new Blob([lines.join("\r\n")]).stream(),
    // Only production forwards email.
    forward: async () => {},
  };
}
