/** Interval of the heartbeat: a server renews its lease, probes its sockets, and records presence. */
export const HEARTBEAT_MS = 15_000;
/** A server without a heartbeat for so long is dead, and its sockets count as closed. */
export const NODE_LEASE_MS = 3 * HEARTBEAT_MS;
