import { PlatformType } from '@earth/contracts';

/** What a native shell gives its pages. */
interface Shell {
  isNativePlatform?(): boolean;
  getPlatform?(): string;
}

const shell = (): Shell | undefined => (globalThis as { readonly Capacitor?: Shell }).Capacitor;

/** Whether the app runs in its native shell, and not in a browser. */
export const isNative = (): boolean => shell()?.isNativePlatform?.() === true;

/** Discover 9, platform types: a browser is one, too. `unknown`: a shell that does not say which it is. */
export function platformType(): (typeof PlatformType)[keyof typeof PlatformType] {
  if (!isNative()) return PlatformType.web;
  const name = shell()?.getPlatform?.();
  return name === 'android' || name === 'ios' ? PlatformType[name] : PlatformType.unknown;
}
