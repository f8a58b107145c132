/** A quoted text that goes on for more lines or letters than this was never closed. */
const RECORD_LINES = 100;
const RECORD_LENGTH = 65_536;
/** No line of a CSV file is longer; memory is bounded by it. */
const LINE_LENGTH = 1_000_000;
/** A carriage return at the very end may be the first half of a Windows line break. */
const LINE_BREAK = /\r\n|\n|\r(?!$)/;

/** A record as it is written, and the line it begins in. */
interface TextRecord {
  line: number;
  text: string;
}

/** Whether the quotes of a record are whole, go on in the next line, or make no sense (RFC 4180). */
function quotesOf(text: string): "whole" | "open" | "broken" {
  if (!text.includes('"')) return "whole";
  for (let at = 0; at <= text.length;) {
    if (text[at] !== '"') {
      const comma = text.indexOf(",", at);
      const end = comma === -1 ? text.length : comma;
      if (text.slice(at, end).includes('"')) return "broken";
      at = end + 1;
      continue;
    }
    let close = text.indexOf('"', at + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close === -1) return "open";
    if (close + 1 < text.length && text[close + 1] !== ",") return "broken";
    at = close + 2;
  }
  return "whole";
}

/**
 * Cuts a text into records that a CSV parser can read. A record with broken quotes costs its first line only: reading
 * goes on with the line after it, whatever the quotes say.
 */
export function recordScanner(onBroken: (line: number, reason: string) => void) {
  let rest = "";
  let endsWithLineBreak = true;
  let nextLine = 1;
  /** Lines of a record whose quotes are open. */
  let open: string[] = [];

  function take(line: string, records: TextRecord[]): void {
    const queue = [line];
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      open.push(text);
      nextLine += 1;
      const record = open.join("\n");
      if (open.length === 1 && record.trim() === "") {
        open = [];
        continue;
      }
      const quotes = quotesOf(record);
      if (quotes === "whole") {
        records.push({ line: nextLine - open.length, text: record });
        open = [];
      } else if (quotes === "broken" || open.length >= RECORD_LINES || record.length > RECORD_LENGTH) {
        queue.unshift(...giveUpFirst());
      }
    }
  }

  /** Refuses the first line of the open record. @returns the lines after it, which are to be read again */
  function giveUpFirst(): string[] {
    onBroken(nextLine - open.length, "broken quotes");
    const again = open.slice(1);
    nextLine -= again.length;
    open = [];
    return again;
  }

  return {
    /** @returns the records that the text completes. Throws when it is no text of lines. */
    push(text: string): TextRecord[] {
      const records: TextRecord[] = [];
      if (text === "") return records;
      const lines = (rest + text).split(LINE_BREAK);
      rest = lines.pop() ?? "";
      if (rest.length > LINE_LENGTH) throw new Error(`Line ${nextLine} is too long: this is no CSV file.`);
      endsWithLineBreak = rest === "" || rest === "\r";
      for (const line of lines) take(line, records);
      return records;
    },
    /** @returns the records that the end of the file completes */
    end(): TextRecord[] {
      const records: TextRecord[] = [];
      const last = rest.replace(/\r$/, "");
      rest = "";
      if (last !== "") take(last, records);
      while (open.length > 0) for (const line of giveUpFirst()) take(line, records);
      return records;
    },
    /** Whether the text so far ends with a line break, as a file that is whole does. */
    endsWithLineBreak: () => endsWithLineBreak,
  };
}
