import { PlatformType } from '@earth/contracts';
import { isInShell, shellPlatform } from '../native/shell';

/** The operating system that this device reports at sign-in. A shell that does not report one counts as a browser. */
export function appOs(): 'ios' | 'android' | 'web' {
  const name = shellPlatform();
  return name === 'android' || name === 'ios' ? name : 'web';
}

/** D9.11: a browser is one, too. `unknown`: a shell that does not report its platform. */
export function platformType(): (typeof PlatformType)[keyof typeof PlatformType] {
  const name = appOs();
  return name === 'web' && isInShell() ? PlatformType.unknown : PlatformType[name];
}
