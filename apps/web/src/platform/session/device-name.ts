/** What browsers say in their user agents. The order matters: most say «Chrome» or «Safari» too. */
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

/** `Chrome, Windows`: how a person knows one of their browsers from another. An iPad calls itself a Mac that is touched. */
export function deviceName(userAgent: string, isTouch: boolean): string {
  const browser = browsers.find(([says]) => says.test(userAgent))?.[1];
  const system = systems.find(([says]) => says.test(userAgent))?.[1];
  const name = system === 'macOS' && isTouch ? 'iPad' : system;
  return [browser, name].filter(Boolean).join(', ') || userAgent.slice(0, 120);
}
