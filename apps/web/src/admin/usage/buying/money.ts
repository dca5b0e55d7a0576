interface Money {
  /** In the smallest unit of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Digits after the point, as the server says: `Intl` gives some currencies fewer than ISO 4217, which would change the value. */
  readonly digits: number;
}

/** `€19.00` */
export const formatMoney = ({ amount, currency, digits }: Money, language: string): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
