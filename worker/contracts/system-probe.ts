/** Whether something worked; the detail is a short text without secrets. */
interface Probed {
  ok: boolean;
  detail: string;
}

/** The findings that only the running site can make about the platform it is on. */
export interface SystemProbe {
  /** A mail to CONTACT_EMAIL was taken by the mail service. */
  mail: Probed;
  /** The Images service made a WebP. */
  image: Probed;
  /** Where D1 answered, such as `ENAM`; null where the platform does not say, as on a developer's machine. */
  database: { region: string | null };
  /** The data centre of a Durable Object, such as `EWR`; null where it cannot be asked. */
  object: { colo: string | null };
}
