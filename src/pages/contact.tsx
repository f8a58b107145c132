import { type LucideIcon, Mail, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Link } from "../ui/link.tsx";
import { Breadcrumb } from "../ui/breadcrumb.tsx";
import { Prose } from "./parts/static-page.tsx";

export const head = fixedHead(
  "Contact",
  "How to reach us by email: questions about a listing, about your own listing, about one that looks wrong, or about privacy.",
  PATHS.contact,
);

function Fact({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 rounded-card border border-line bg-surface p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="text-sm text-ink-muted">{name}</p>
        <p className="font-semibold">{children}</p>
      </div>
    </li>
  );
}

export function Component() {
  const site = useSite();
  useDocumentHead(head(null, site));
  const [local, domain] = site.contactEmail.split(/(?=@)/);
  return (
    <div className="page-width pt-6 pb-8 lg:pb-12">
      <Breadcrumb steps={[{ name: PAGE_NAMES.contact }]} />
      <h1 className="mt-2 text-3xl display">Contact</h1>
      <ul className="mt-6 grid max-w-3xl gap-5 sm:grid-cols-2">
        <Fact icon={Mail} name="Email">
          {site.contactEmail === "" ? (
            "The address could not be loaded. Please reload the page."
          ) : (
            <a
              href={`mailto:${site.contactEmail}`}
              className="inline-block text-accent underline underline-offset-4 pointer-coarse:py-2"
            >
              {/* Lets a long address break before the @ rather than within a word. */}
              {local}
              <wbr />
              {domain}
            </a>
          )}
        </Fact>
        <Fact icon={MapPin} name="Area">
          Greater Toronto Area
        </Fact>
      </ul>
      <Prose>
        <h2>What to write about</h2>
        <ul>
          <li>
            <strong>A home you want to rent:</strong> please call the landlord, whose number is on the listing. We
            cannot book viewings.
          </li>
          <li>
            <strong>Your own listing:</strong> the link in our email lets you change, renew or remove it, and{" "}
            <Link to={PATHS.landlords}>we can send it again</Link>. For anything else, write from the email address you
            submitted it with, and include the home’s address.
          </li>
          <li>
            <strong>A listing that looks wrong or fraudulent:</strong> send us its link and what you noticed.
          </li>
          <li>
            <strong>Your personal information:</strong> the <Link to={PATHS.privacy}>Privacy Policy</Link> says what we
            store and what you can ask for.
          </li>
        </ul>
      </Prose>
    </div>
  );
}
