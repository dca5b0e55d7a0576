/** How often a server says that it lives: it probes its sockets, and notes who is there. */
export const BEAT_MS = 15_000;
/** A server that has missed so much is dead, and what it had open is closed. */
export const NODE_LEASE_MS = 3 * BEAT_MS;
