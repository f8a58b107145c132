import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";
import type { MailingMark } from "./mailing-mark.ts";
import { workerdMemoryKb } from "./workerd-processes.ts";

/**
 * Measures an edition for 100,000 recipients. The worker's own cron and queue handlers plan and send it inside workerd,
 * with an email service that takes no time. Tests whether the work per recipient or the memory grows with the number of
 * recipients.
 */
export async function measureMailings(): Promise<Figures> {
  const marks: (MailingMark & { kb: number })[] = [];
  await runInside("mailings.bench.ts", (_, mark) => {
    marks.push({ ...(mark as MailingMark), kb: workerdMemoryKb(process.pid) });
  });
  const [planned, ...quarters] = marks;
  const [first] = quarters;
  const last = quarters.at(-1);
  if (!planned || !first || !last || last.sent !== planned.recipients) throw new Error("Not all mails were sent.");
  const sum = (of: (mark: MailingMark) => number) => quarters.reduce((total, mark) => total + of(mark), 0);
  const each = (total: number) => total / planned.recipients;
  const perSecond = (count: number, ms: number) => count / (ms / 1_000);
  return {
    title: "An edition of 100,000 recipients",
    meaning:
      "The worker's own cron and queue handlers plan and send the edition, with a simulated email service that responds at once. Neither the work per recipient nor the memory should grow with the number of recipients.",
    tables: [
      {
        caption: "Inside workerd",
        columns: [
          { name: "" },
          { name: "a second" },
          { name: "per recipient", digits: 4 },
          { name: "ratio", digits: 2, unit: "x" },
        ],
        rows: [
          ["recipients planned", perSecond(planned.recipients, planned.ms), null, null],
          [
            "emails sent",
            perSecond(
              last.sent,
              sum(({ ms }) => ms),
            ),
            null,
            null,
          ],
          ["D1 statements", null, each(planned.statements + sum(({ statements }) => statements)), null],
          ["D1 rows written", null, each(planned.rowsWritten + sum(({ rowsWritten }) => rowsWritten)), null],
          ["calls to the Durable Object", null, each(sum(({ calls }) => calls)), null],
          ["time of the last quarter compared with the first", null, null, last.ms / first.ms],
          ["workerd's memory at the end compared with after a quarter", null, null, last.kb / first.kb],
        ],
      },
    ],
    notes: [`workerd's memory in MB: ${marks.map(({ kb }) => Math.round(kb / 1_024)).join(", ")}.`],
  };
}
