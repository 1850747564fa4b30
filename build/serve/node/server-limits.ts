/** What one client may take of the server before it is shown out. Times in milliseconds. */
export interface ServerLimits {
  maxHeaderSize: number;
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
  keepAliveTimeout: number;
  idleTimeout: number;
  maxConnections: number;
  maxWaiting: number;
}

/**
 * Connections may ask without end (`maxRequestsPerSocket` is left alone): a hundred questions on one cost less than on a hundred.
 */
export const SERVER_LIMITS: ServerLimits = {
  /** Bytes: 250 long ids in `symbols`, each character of them escaped, and the headers of a browser. */
  maxHeaderSize: 128 * 1024,
  /** An honest head is a few packets. Long enough for the worst network, short for whoever sends a byte now and then. */
  headersTimeout: 10_000,
  /** No body is ever looked at, only thrown away; this is how long anybody may go on sending one. */
  requestTimeout: 15_000,
  /** How often the two above are looked at; Node's 30 s would make them 40 s and 45 s. */
  connectionsCheckingInterval: 2_000,
  /** A page asks its next question within seconds; a proxy with a pool reconnects at no cost on the same machine. */
  keepAliveTimeout: 5_000,
  /** Neither read nor written for so long, the client is gone, or wants an answer to be held for it. */
  idleTimeout: 30_000,
  /** An idle one costs about ten kilobytes, so that all of them fit beside the caches on the smallest machine. */
  maxConnections: 12_000,
  /** Questions of one connection that are not answered yet; clients that send ahead send some ten. */
  maxWaiting: 100,
};
