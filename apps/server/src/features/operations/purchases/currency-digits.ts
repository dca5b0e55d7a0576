/** Digits of currencies after the point, where they are not two. Source: ISO 4217:2015, list one, «minor units». */
const others: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digits = new Map(
  Object.entries(others).flatMap(([count, currencies]) => currencies.split(' ').map((one) => [one, Number(count)])),
);

/** @param currency ISO 4217 */
export const digitsOf = (currency: string): number => digits.get(currency) ?? 2;
