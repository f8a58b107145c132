import { expect } from "vitest";

/** Checks that an XML text is well-formed. */
export function assertWellFormed(xml: string): void {
  const open: string[] = [];
  for (const [, slash, name = "", selfClosed] of xml
    .replace(/^<\?xml[^>]*\?>/, "")
    .matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!selfClosed) open.push(name);
  }
  expect(open).toEqual([]);
  expect(xml.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
  const unfit = Array.from(xml).filter((one) => (one < " " && !"\t\n\r".includes(one)) || "\ufffe\uffff".includes(one));
  expect(unfit).toEqual([]);
}
