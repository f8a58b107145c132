/**
 * Posts something to the server that nobody waits for, and that nobody is told of when it fails. It goes out also when
 * what the visitor pressed leads out of the page.
 */
export function tell(path: string, what: object): void {
  fetch(path, {
    method: "POST",
    keepalive: true,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
  }).catch(() => undefined);
}
