import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminListing, answersAtDesk, OPERATOR, PANEL } from "../support/component/admin-listings.ts";
import { field, fill } from "../support/component/forms.ts";
import { held, inTurn, listOf, openPage } from "../support/component/open-page.tsx";
import { expectShown, press } from "../support/component/wordings.ts";

it(
  "an edit sends only the edited field; Escape closes the dialog, not the notification",
  { tags: ["rest"] },
  async () => {
    const listing = adminListing({ revision: 3 });
    const path = `/api/admin/listings/${listing.id}`;
    const { asked, user } = await openPage("/admin", {
      ...PANEL,
      ...answersAtDesk(listing),
      "GET /api/admin/listings": listOf([listing]),
      [`PATCH ${path}`]: { decision: null, listing: { ...listing, rent: "$1,480", revision: 4 } },
    });
    await press("button", "Edit");
    const dialog = (await screen.findByText("Edit Property Listing")).closest<HTMLElement>("[role=dialog]");
    if (dialog === null) throw new Error("The edit is not in a dialog.");
    const rent = within(dialog).getByLabelText(/^Rent/);
    fill(rent, "");
    await press("button", "Save Changes");
    await expectShown("Missing Information");
    rent.focus();
    await user.keyboard("{Escape}");
    await expectShown({ heading: "Discard your changes?" }, "Missing Information");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.querySelector("[role=alertdialog]")).toBeNull());
    expect(dialog.isConnected).toBe(true);
    fill(rent, "$1,480");
    await press("button", "Save Changes");
    await expectShown("Listing updated successfully");
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(asked.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { rent: "$1,480", revision: 3 },
    ]);
  },
);

it("a login opens the panel even when an earlier session check responds later", async () => {
  const { answer, give } = held();
  const { asked } = await openPage("/admin", {
    ...PANEL,
    "GET /api/admin/session": inTurn(answer, OPERATOR),
    "POST /api/admin/login": { success: true },
    "GET /api/admin/listings": listOf([]),
  });
  await expectShown({ field: "Password" });
  fill(field("Password"), "correct horse");
  await press("button", "Access Admin Panel");
  await expectShown({ tab: "Property Listings (0)" });
  give({ authenticated: false });
  const checks = () => asked.filter(({ path }) => path === "/api/admin/session").length;
  await waitFor(() => expect(checks()).toBe(2));
  await new Promise((done) => setTimeout(done));
  await expectShown({ tab: "Property Listings (0)" });
});
