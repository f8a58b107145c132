import { unstable_readConfig as readConfig } from "wrangler";
import { expect, it } from "vitest";

it("the platform does not log request URLs, which contain the tokens of emailed links", () => {
  const { observability } = readConfig({ config: "wrangler.toml" });
  expect(observability).toMatchObject({
    redact_query_string: true,
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});
