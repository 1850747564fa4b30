import type { Simulator } from "../simulator.ts";

const BLOCKED = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD>
<BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2>
The Amazon CloudFront distribution is configured to block access from your country.
</BODY></HTML>
`;

/** What an address in the United States gets, whatever it asks for: the venue is there and never answers. */
export const bybitSimulator: Simulator = {
  source: "bybit",
  hosts: ["api.bybit.com"],
  outage: "refuses, as it does many data centres",
  answer: () => ({
    status: 403,
    headers: { "content-type": "text/html", server: "CloudFront", "x-cache": "Error from cloudfront" },
    body: BLOCKED,
  }),
};
