/** Browser names in user agents. The order matters: most user agents also contain «Chrome» or «Safari». */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A readable name, such as `Chrome, Windows`. An iPad reports itself as a Mac with touch. */
export function deviceName(userAgent: string, isTouch: boolean): string {
  const browser = browsers.find(([says]) => says.test(userAgent))?.[1];
  const system = systems.find(([says]) => says.test(userAgent))?.[1];
  const name = system === 'macOS' && isTouch ? 'iPad' : system;
  return [browser, name].filter(Boolean).join(', ') || userAgent.slice(0, 120);
}
