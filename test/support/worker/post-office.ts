import type { Deps } from "../../../worker/platform/deps.ts";
import type { Mail } from "../../../worker/platform/mail.ts";

/** Creates an email transport that records emails, and calls a function before each one. */
export function postOffice(before: (mail: Mail, sentSoFar: number) => unknown = () => undefined) {
  const sent: Mail[] = [];
  return {
    sent,
    /** Returns the editions sent. */
    editions: () => sent.filter(({ kind }) => kind === "digest.edition"),
    /** Returns the subjects of the notices to the operator. */
    notices: () => sent.filter(({ kind }) => kind === "operator.notice").map(({ subject }) => subject),
    /** Returns the number of emails by recipient. */
    counts: () => {
      const counts = new Map<string, number>();
      for (const { to } of sent) counts.set(to, (counts.get(to) ?? 0) + 1);
      return counts;
    },
    deps: (): Partial<Deps> => ({
      mail: {
        async send(mail) {
          await before(mail, sent.length);
          sent.push(mail);
          return { messageId: `sent-${sent.length}` };
        },
      },
    }),
  };
}

/** Returns an error of the Email Service. */
export const mailError = (code: string) => Object.assign(new Error(code), { code });

class Killed extends Error {}

/**
 * Simulates an invocation that dies at a step. Earlier external calls succeed, the step itself is interrupted before or
 * after it takes effect, and later calls do nothing.
 * @param dies whether the process stops here; called before and after every step
 */
export function dyingDeps(deps: Pick<Deps, "mail" | "mailings" | "mailQueue" | "tokens">, dies: () => boolean) {
  let isDead = false;
  const check = () => {
    if (!isDead && !dies()) return;
    isDead = true;
    throw new Killed("The process was killed.");
  };
  const step =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      check();
      const result = await work(...args);
      check();
      return result;
    };
  return {
    mail: { send: step((mail: Mail) => deps.mail.send(mail)) },
    mailQueue: { sendBatch: step(deps.mailQueue.sendBatch.bind(deps.mailQueue)) } as unknown as Queue,
    tokens: { ...deps.tokens, mint: step(deps.tokens.mint), mintFor: step(deps.tokens.mintFor) },
    mailings: (key: string) => {
      const real = deps.mailings(key);
      return {
        add: step((ids: readonly number[]) => real.add(ids)),
        seal: step(() => real.seal()),
        reserve: step((...args: Parameters<typeof real.reserve>) => real.reserve(...args)),
        claim: step((...args: Parameters<typeof real.claim>) => real.claim(...args)),
        settle: step((...args: Parameters<typeof real.settle>) => real.settle(...args)),
        release: step((...args: Parameters<typeof real.release>) => real.release(...args)),
        unreserve: step((ids: readonly number[]) => real.unreserve(ids)),
        setSuspended: step((isSuspended: boolean) => real.setSuspended(isSuspended)),
        resume: step(() => real.resume()),
        check: step((...args: Parameters<typeof real.check>) => real.check(...args)),
      };
    },
  } satisfies Partial<Deps>;
}
