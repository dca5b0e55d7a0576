import type { CallPorts } from '@earth/calls';

/** A page in a call holds a lock of its own until it leaves it or is gone: every page of this browser sees that. */
export function createCallPages(contactId: string, locks: Pick<LockManager, 'request' | 'query'>): CallPorts['pages'] {
  const all = `call ${contactId} `;
  const own = all + crypto.randomUUID();
  let leave = () => {};
  return {
    enter() {
      leave();
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      void locks.request(own, () => left).catch(() => {});
    },
    leave: () => leave(),
    async isAnotherInCall() {
      // A browser that refuses its locks tells of no other page.
      const { held = [] }: LockManagerSnapshot = await locks.query().catch(() => ({}));
      return held.some(({ name = '' }) => name.startsWith(all) && name !== own);
    },
  };
}
