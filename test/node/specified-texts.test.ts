import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../worker/contracts/bedrooms.ts";
import { VIP_PRICE } from "../../worker/contracts/vip.ts";
import { kindText } from "../../src/features/listings/facts/listing-text.ts";

// The texts that the product's specification quotes, by section; {} marks a filled-in value. A toast's title and
// description are two texts. "Successfully Subscribed!" has no description, because nothing was withheld before.

const HOME = `
Toronto's #1 Below Market Renters Community
Join the Community
All
Studio
1 BR
2 BR
3 BR
4+ BR
Private Room
Post New
Post
Discussions
Load More
Loading more listings
No listings found
Error loading listings
Please try refreshing the page
Error Loading More
Sitemap
About Us
Contact
Greater Toronto Area
Transparency
Trust
Community
Monthly Access
BEST VALUE
Get VIP Access Now
404 Page Not Found
Did you forget to add the page to the router?`;

const LISTINGS = `
+{} more
Rent Controlled
Newly Listed
Monthly
Landlord
Available {}. Contact for details.
{} km to Downtown Toronto
Share
Close
Call
Details
Contact Information
Family-Friendly Amenities
Photos ({})
Please verify rent control status and all details directly with the landlord before making any decisions.
Report as Not below market
Property reported
Thank you for the report. We'll review this listing.
Failed to submit report. Please try again.
Link Copied
Listing URL has been copied to your clipboard
Back to all listings
Interested in this property
View More Listings
Listing Not Found
Listing not found
Error loading listings
Please try again later.
No {} found
Load More Listings
Showing {}
You've reached the end! Showing all
Browse Apartments by Type`;

const GATES = `
Enter your email to proceed for free
Continue
Join our community to get notified of new below-market listings. You can unsubscribe anytime.
Email Required
Please enter your email address.
Please enter a valid email address.
Submitting...
Error
Something went wrong. Please try again.
Success!
We've sent you an email! Please reply to complete registration. If you don't see it, please check your spam folder.
Success! Check your email to confirm your subscription.
Subscription Failed
Please try again.
Unable to subscribe. Please try again.
Successfully Subscribed!
Verification Failed
Unable to verify subscription status. Please try again.
Welcome Back
Access confirmed via {}. Enjoy full marketplace access.`;

const FORMS = `
Submit Your Rental
1 Bedroom
2 Bedrooms
3 Bedrooms
4+ Bedrooms
PNG, JPG, JPEG (max 5MB)
PNG, JPG, JPEG (max 5MB each, up to 5 images)
Missing Information
Please fill in all required fields.
Contact Information Required
Both email and phone number are required.
Maximum Images Reached
You can upload a maximum of 5 images per listing.
File Too Large
{} exceeds the 5MB limit and was not added.
Failed to load image
Submission Failed
There was a problem submitting your property. Please try again.
Submission Successful
Your property has been submitted successfully.
Are you sure you want to remove your property listing from our platform? This action cannot be undone.
Remove Listing
Cancel
Listing Removed Successfully
Listing Removed
Try Again
Return to Homepage
Invalid deletion link
Failed to remove listing
Network Error
Network error. Please try again.`;

const FORUM = `
Posting as
Hot
Newest
Popular
POST
Posted
Just now
Sticky
Anonymous
No discussions found
Try adjusting your search terms
Be the first to start a discussion!
Start First Discussion
Showing {} of {} discussions
Load More Discussions
Thread Not Found
Edit Thread
Delete Thread
Reply
Share your thoughts...
Min 3 characters
Start the conversation
Thread title must be at least 3 characters long
Thread content must be at least 10 characters long
Comments must be at least 3 characters long
Replies must be at least 3 characters long
Connection Error
Unable to connect to discussions. Please refresh the page.
Error Creating Thread
Error Posting Comment
Error Updating Comment
Error Updating Thread
Error Deleting {}
Discussion Created
Comment Posted
Comment Updated
Thread Updated`;

const DESKS = `
Admin Access Required
Enter the admin password to continue
Password
Access Admin Panel
Verifying...
Access Denied
Incorrect password. Please try again.
Logged Out
Error Loading Listings
Failed to fetch listings. Please refresh the page.
No property listings have been submitted yet.
Property Listings
Reports
Discussion Moderation
Automation
Approved
Pending
Edit Property Listing
Save Changes
Listing updated successfully
Failed to update listing
Listing deleted successfully
Failed to delete listing
Failed to load listing details
Listing status updated
Failed to update listing status
No reports
All clear! No properties have been reported.
View Property
Edit Listing
Dismiss
Report dismissed
Failed to dismiss report
Reply (Level {})
This comment has been deleted
STICK
UNSTICK
Edit Title
Thread title updated successfully
Failed to update thread title
IP Address Bans
Ban IP Address
Unban
Reactivate
User banned successfully
Failed to ban user
Ban status updated
Failed to update ban status
Quick Actions
Thread Automation
Comment Automation
Activity Stats
Instant Actions
Creates {} daily
Adds {} daily
Create Thread Now
Add Comments (Smart)
Automation Settings
Recent Activity
No Activity Yet
Settings Updated
Thread Created
Comments Added
1 Hour visitors
Active Visitors
Today's Visits
Most Visited URLs Today
Mailing-list audience
Advertisement Controls
Subscriber Sources Lifetime
Conversion Rate by Source
Today's Traffic Sources
Month Visitors
Subscriber Sources 24 hours
New Subscriber!
Advertisement title is required.
Advertisement link is required.
Advertisement Settings Updated
Failed to update advertisement settings
Invalid password
Unable to authenticate. Please try again.`;

/** Texts composed by the code, which tests of their screens expect verbatim. */
const PUT_TOGETHER = `
1.5 Bathrooms
2 Bathrooms
2.5 Bathrooms
3+ Bathrooms
Failed to load more listings. Please try again.
Title Too Short
Content Too Short
Comment Too Short
Reply Too Short
Comment Deleted
Thread Deleted
You have been logged out of the admin panel.
Showing 20 listings
All 3 listings loaded
Property #77
Showing first 10 threads of 1,234
Failed to delete thread
Failed to delete comment
Thread deleted successfully
Comment deleted successfully
Failed to update thread sticky status
Thread sticky status updated successfully
Failed to update automation settings.
Failed to create thread.
Failed to add comments.`;

const linesOf = (texts: string) => texts.trim().split("\n");

/** Returns the code of files as one line, with the spaces and apostrophes that a reader sees. */
const codeOf = (...patterns: string[]) =>
  globSync(patterns)
    .filter((path) => !path.endsWith("specified-texts.test.ts"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
    .replaceAll('{" "}', " ")
    .replaceAll("&apos;", "'")
    .replace(/\s+/g, " ");

/** Returns whether the code contains a text that begins and ends where a string, an element or a sentence does. */
function isIn(code: string, text: string): boolean {
  const parts = text.replace(/^\{\} ?/, "").split("{}");
  const [first = ""] = parts;
  const words = parts.map((part) => RegExp.escape(part)).join(".{1,80}?");
  const whole = new RegExp(String.raw`(?<=["'\`>}.!?:] ?)${words}(?= ?["'\`<{.:!])`, "y");
  for (let at = code.indexOf(first); at >= 0; at = code.indexOf(first, at + 1)) {
    whole.lastIndex = at;
    if (whole.test(code)) return true;
  }
  return false;
}

const shipped = codeOf("src/**/*.{ts,tsx}", "worker/**/*.{ts,tsx}");

describe("every text that the specification quotes is in the code", () => {
  it.each(Object.entries({ HOME, LISTINGS, GATES, FORMS, FORUM, DESKS }))("%s", (_, texts) => {
    expect(linesOf(texts).filter((text) => !isIn(shipped, text))).toEqual([]);
  });

  it("even if the code assembles it", () => {
    const expected = codeOf("test/{component,e2e,ui,unit}/**/*.{ts,tsx}");
    expect(linesOf(PUT_TOGETHER).filter((text) => !isIn(expected, text))).toEqual([]);
    const place = { homeType: null, municipality: "Toronto" };
    expect(kindText({ bedrooms: "1 Bedroom", ...place })).toBe("Apartment for rent in Toronto");
    expect(kindText({ bedrooms: "Private Room", ...place })).toBe("Room for rent in Toronto");
    expect(VIP_PRICE).toBe("$4.99");
    const types = new Map(CATEGORIES.map(({ name, plural }) => [`${name} for Rent in Toronto`, `No ${plural} found`]));
    expect(types.get("Studio Apartments for Rent in Toronto")).toBe("No studio apartments found");
    expect(types.get("1 Bedroom Apartments for Rent in Toronto")).toBe("No 1 bedroom apartments found");
    expect(types.has("2 Bedroom Apartments for Rent in Toronto")).toBe(true);
  });

  it.each(["Renters Are Us", "Report as not below market"])("and is reported if it is missing: %s", (text) => {
    expect(isIn(shipped, text)).toBe(false);
  });
});
