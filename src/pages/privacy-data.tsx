import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { InvalidLink, EmailedLink, Outcome } from "../ui/emailed-link.tsx";
import { PersonalDataView } from "../features/privacy/personal-data.tsx";
import { personalData } from "../features/privacy/privacy.queries.ts";
import { PATHS } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("What We Store About You", "For one person.");

export const Component = tokenPage(head, {
  className: "mx-auto w-full max-w-3xl px-4 py-8 sm:px-6",
  Page: PersonalDataPage,
  Invalid: InvalidDataLink,
});

function PersonalDataPage({ token }: { token: string }) {
  const [isErased, setIsErased] = useState(false);
  const query = useQuery({ ...personalData(token), enabled: !isErased });
  if (isErased) {
    return (
      <Outcome
        icon={CircleCheck}
        title="Everything is erased"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Return to Homepage
          </Link>
        }
      >
        <p>What we stored about your email address is gone, and the links we emailed you no longer work.</p>
      </Outcome>
    );
  }
  return (
    <EmailedLink query={query} what="what we store about you" invalid={<InvalidDataLink />}>
      {(data) => <PersonalDataView token={token} data={data} onErased={() => setIsErased(true)} />}
    </EmailedLink>
  );
}

function InvalidDataLink() {
  return (
    <InvalidLink
      code="privacy.invalid_link"
      actions={
        <Link to={PATHS.yourData} className={buttonClass()}>
          Ask for a New Link
        </Link>
      }
    >
      These links only work for a short time, because they open private data. We can email you a new one.
    </InvalidLink>
  );
}
