import { EmailForm } from "../../ui/email-form.tsx";
import { usePrivacyRequest } from "./privacy.queries.ts";

/** Mails a link to the personal data of an address. */
export function PrivacyRequest() {
  const { mutateAsync, data } = usePrivacyRequest();
  return (
    <section
      id="your-data"
      tabIndex={-1}
      aria-labelledby="your-data-heading"
      className="mt-6 scroll-mt-24 rounded-card border border-line bg-surface p-4 outline-none sm:p-6"
    >
      <h3 id="your-data-heading">See or erase what we store about you</h3>
      <p className="mb-4">
        We mail you a link. It opens a page with everything that is stored about your email address, to download or to
        erase.
      </p>
      <EmailForm
        label="Your email address"
        action="Send Me the Link"
        busyAction="Sending..."
        isOwnAddress
        onSend={async (email) => {
          await mutateAsync(email);
        }}
      />
      <output className="mt-3 block font-semibold text-accent">{data?.message}</output>
    </section>
  );
}
