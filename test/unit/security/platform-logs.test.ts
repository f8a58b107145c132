import { unstable_readConfig as readConfig } from "wrangler";
import { expect, it } from "vitest";

it("The platform logs no addresses of requests, which hold the tokens of mailed links", () => {
  const { observability } = readConfig({ config: "wrangler.toml" });
  expect(observability).toMatchObject({
    redact_query_string: true,
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});
