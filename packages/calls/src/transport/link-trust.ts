/** What a link knows of its other end: whether the descriptions that it uses are signed, and with which key. */
import type { LinkTrust } from '../view';
import type { CheckedDescription, Sealable } from './transport';

export interface LinkTrustKeeper {
  /**
   * Checks a description that has arrived. Rejects if it cannot be checked now.
   * @returns null if it must not be used; otherwise a function to be called when it is used
   */
  check(description: Sealable): Promise<(() => void) | null>;
  /** By the descriptions in use: the worst of them counts. */
  trust(): LinkTrust;
  /** The key that the last description in use was signed with. */
  key(): string | null;
  /** A description was refused, and no signed one was used since. */
  isRefused(): boolean;
}

export function createLinkTrust(
  checkOnce: (description: Sealable) => Promise<CheckedDescription>,
  onChange: () => void,
): LinkTrustKeeper {
  let trust: LinkTrust = null;
  let key: string | null = null;
  let canSign = false;
  let isRefused = false;

  function use(checked: CheckedDescription) {
    // What came unsigned may have put somebody between; a later signature does not remove them.
    if (trust !== 'unsigned') ({ trust, key } = checked);
    if (checked.trust === 'signed') isRefused = false;
    onChange();
  }

  return {
    async check(description) {
      const checked = await checkOnce(description);
      canSign ||= checked.trust === 'signed';
      if (checked.trust !== 'forged' && !(checked.trust === 'unsigned' && canSign)) return () => use(checked);
      isRefused = true;
      onChange();
      return null;
    },
    trust: () => trust,
    key: () => key,
    isRefused: () => isRefused,
  };
}
