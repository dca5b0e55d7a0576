/** The next round number: 1, 2 or 5 times a power of ten. */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power;
}
