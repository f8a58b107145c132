import { describe, expect, it } from "vitest";
import { reasonText, reportTitle } from "../../../src/features/reports/admin-report-text.tsx";
import type { AdminReport } from "../../../worker/contracts/reports.ts";

const report = (changes: Partial<AdminReport>): AdminReport => ({
  id: 1,
  targetType: "listing",
  targetId: 77,
  propertyId: 77,
  propertyAddress: null,
  propertyBedrooms: null,
  reason: "SCAM",
  details: null,
  reportedAt: "2026-11-20T15:00:00.000Z",
  ipAddress: null,
  ...changes,
});
const post = {
  threadId: 3,
  threadSlug: "pets-in-condos",
  threadTitle: "Pets in condos",
  excerpt: "Call me for a deal.",
  authorId: 5,
  authorName: "Quiet Heron 12",
  ipAddress: null,
  isDeleted: false,
};

describe("the title of a report", () => {
  it("is a listing's address, or the title of a post's discussion", () => {
    expect(reportTitle(report({ propertyAddress: "85 Main Street" }))).toBe("85 Main Street");
    expect(reportTitle(report({ targetType: "thread", propertyId: null, post }))).toBe("Discussion: Pets in condos");
    expect(reportTitle(report({ targetType: "comment", propertyId: null, post }))).toBe("Comment in: Pets in condos");
  });

  it("is a number when the subject has no text", () => {
    expect(reportTitle(report({}))).toBe("Property #77");
    expect(reportTitle(report({ targetType: "thread", post: null }))).toBe("Discussion #77");
    expect(reportTitle(report({ targetType: "comment", post: null }))).toBe("Comment #77");
  });

  it("comes with a reason in words, which for a post are the reporter's own", () => {
    expect(reasonText(report({ reason: "NOT_BELOW_MARKET" }))).toBe("NOT BELOW MARKET");
    expect(reasonText(report({ targetType: "comment", reason: "PERSONAL_INFO" }))).toBe(
      "It shows someone's personal information",
    );
    expect(reasonText(report({ targetType: "thread", reason: "NOT_BELOW_MARKET" }))).toBe("NOT BELOW MARKET");
  });
});
