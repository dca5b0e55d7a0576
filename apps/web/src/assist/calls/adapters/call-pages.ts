import type { CallPorts } from '@earth/calls';

/** A page in a call holds a Web Lock until it leaves the call or is closed. Every page of this browser can see the lock, and is told when it is taken. */
export function createCallPages(contactId: string, locks: Pick<LockManager, 'request' | 'query'>): CallPorts['pages'] {
  const all = `call ${contactId} `;
  const own = all + crypto.randomUUID();
  let leave = () => {};
  return {
    enter() {
      leave();
      const channel = new BroadcastChannel(all);
      // A channel is of one origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(own);
      channel.close();
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      void locks.request(own, () => left).catch(() => {});
    },
    leave: () => leave(),
    onAnotherEnters(listener) {
      const channel = new BroadcastChannel(all);
      channel.addEventListener('message', ({ data }) => {
        if (data !== own) listener();
      });
      return () => channel.close();
    },
    async isAnotherInCall() {
      // If the browser refuses locks, other pages cannot be seen.
      const { held = [] }: LockManagerSnapshot = await locks.query().catch(() => ({}));
      return held.some(({ name = '' }) => name.startsWith(all) && name !== own);
    },
  };
}
