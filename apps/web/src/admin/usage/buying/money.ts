import { digitsOf } from '../../../platform/native/card-payment';

/** `€19.00`. @param amount in the smallest unit of the currency */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, { style: 'currency', currency }).format(
    amount / 10 ** digitsOf(currency),
  );
