import { describe, expect, it } from "vitest";
import { isValidAccess } from "../../../src/lib/subscribe.ts";
import { untilNextEdition } from "../../../src/features/subscribers/sign-up-form.tsx";

const left = (now: string) => {
  const { hours, minutes, seconds } = untilNextEdition(new Date(now));
  return `${hours}:${minutes}:${seconds}`;
};

describe("the time left until the next email", () => {
  it("counts down to 10:00 in New York on a Monday, Wednesday or Friday", () => {
    // Monday, November 23, 2026; New York is five hours behind UTC.
    expect(left("2026-11-23T12:29:01Z")).toBe("2:30:59");
    expect(left("2026-11-25T14:59:59Z")).toBe("0:0:1");
    expect(left("2026-11-26T15:00:00Z")).toBe("24:0:0");
  });

  it("counts down to the next such day after 10:00, over a weekend for more than two days", () => {
    expect(left("2026-11-23T15:00:00Z")).toBe("48:0:0");
    expect(left("2026-11-27T15:00:01Z")).toBe("71:59:59");
  });

  it("handles the day when the clocks change", () => {
    // Friday noon before and after Sunday, November 1, 2026.
    expect(left("2026-10-30T16:00:00Z")).toBe("71:0:0");
    expect(left("2026-11-06T17:00:00Z")).toBe("70:0:0");
  });

  it("rounds up to whole seconds, so it never shows 0 too early", () => {
    expect(left("2026-11-25T14:59:59.001Z")).toBe("0:0:1");
  });
});

describe("access that a browser remembers", () => {
  const DAY = 86_400_000;
  const since = Date.parse("2026-11-21T12:00:00Z");
  const stored = JSON.stringify({ source: "email subscription", since });

  it("lasts for 60 days", () => {
    expect(isValidAccess(stored, since)).toBe(true);
    expect(isValidAccess(stored, since + 60 * DAY - 1)).toBe(true);
    expect(isValidAccess(stored, since + 60 * DAY)).toBe(false);
  });

  it.each(["", "true", "null", "[]", "{}", "{", '{"since":"yesterday"}', '{"since":null}'])(
    "is absent when %j is stored",
    (text) => {
      expect(isValidAccess(text, since)).toBe(false);
    },
  );
});
