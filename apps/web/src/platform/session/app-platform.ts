import { PlatformType } from '@earth/contracts';
import { isInShell, shellPlatform } from '../native/shell';

/** The system of this device, as it names itself when it signs in: what a shell does not say is as in a browser. */
export function appOs(): 'ios' | 'android' | 'web' {
  const name = shellPlatform();
  return name === 'android' || name === 'ios' ? name : 'web';
}

/** Platform types (D9.11): a browser is one, too. `unknown`: a shell that does not say which it is. */
export function platformType(): (typeof PlatformType)[keyof typeof PlatformType] {
  const name = appOs();
  return name === 'web' && isInShell() ? PlatformType.unknown : PlatformType[name];
}
