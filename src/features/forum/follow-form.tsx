import { useEffect, useRef, useState } from "react";
import { sendJson } from "../../lib/api.ts";
import { useSite } from "../../lib/site.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { API } from "./forum.queries.ts";

/** Asks for the address that new comments of a thread are mailed to. */
export function FollowForm({ threadId }: { threadId: number }) {
  const { name, postalAddress } = useSite();
  const [message, setMessage] = useState<string>();
  const form = useRef<HTMLDivElement>(null);
  // It comes in the place of the button that was pressed.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const follow = async (email: string) => {
    setMessage(undefined);
    const answer = await sendJson<{ message: string }>("POST", `${API}/threads/${threadId}/follow`, { email });
    setMessage(answer.message);
  };
  return (
    <div ref={form}>
      <EmailForm
        label="Your email address"
        hint={`${name}${postalAddress === "" ? "" : `, ${postalAddress},`} sends you new comments of this discussion, and nothing else.`}
        action="Follow"
        busyAction="Sending..."
        isOwnAddress
        onSend={follow}
      />
      <output className="block font-semibold text-accent not-empty:mt-3">{message}</output>
    </div>
  );
}
