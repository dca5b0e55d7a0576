/** Formats dates, durations, numbers and lists in the user's language. */
import { guestMark } from '../platform/session/guest-names';

const DAY_MS = 24 * 60 * 60 * 1000;

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** English dates use the European form: `14 Nov`, and no full stop after `min`. */
const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

/** Cache of formatters: making one takes longer than formatting a hundred texts with it. One per language and format. */
const made = new Map<string, unknown>();
function formatter<Format, Options>(
  Type: new (locale: string, options: Options) => Format,
  locale: string,
  options: Options,
): Format {
  const key = `${Type.name} ${locale} ${JSON.stringify(options)}`;
  const known = made.get(key) as Format | undefined;
  if (known !== undefined) return known;
  const format = new Type(locale, options);
  made.set(key, format);
  return format;
}

/** The number of calendar days ago, in the device's time zone. */
export const daysAgo = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);

/** `10:31` */
export const formatTime = (date: Date, language: string) =>
  formatter(Intl.DateTimeFormat, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);

/** `Today`, `Yesterday`, then `Monday 14 November`. */
export function formatDay(date: Date, now: Date, language: string): string {
  const ago = daysAgo(date, now);
  if (ago <= 1) {
    const word = formatter(Intl.RelativeTimeFormat, localeOf(language), { numeric: 'auto' }).format(
      -Math.max(ago, 0),
      'day',
    );
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
  }
  const isThisYear = date.getFullYear() === now.getFullYear();
  const words = formatter(Intl.DateTimeFormat, localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(date);
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** `Thursday 20 November 2025`: with the year, because saved or printed text is read later. */
export const formatDate = (date: Date, language: string): string =>
  formatter(Intl.DateTimeFormat, localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(date);

/** `CET`, `GMT+1`: the device's time zone on that day. */
export function formatZone(date: Date, language: string): string {
  const format = formatter(Intl.DateTimeFormat, localeOf(language), { timeZoneName: 'short' });
  return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** `20 November 2025, 10:31 CET` */
export function formatDateAndTime(date: Date, language: string): string {
  const day = formatter(Intl.DateTimeFormat, localeOf(language), { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day.format(date)}, ${formatTime(date, language)} ${formatZone(date, language)}`;
}

/** `12 May 2025`, the day in UTC, which the filter of contents uses too. */
export const formatDateOfContent = (date: Date, language: string): string =>
  formatter(Intl.DateTimeFormat, localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);

/** The shortest form: `10:31` today, `Mon` within a week, then `14 Nov`. */
export function formatShortDate(date: Date, now: Date, language: string): string {
  const ago = daysAgo(date, now);
  if (ago <= 0) return formatTime(date, language);
  const locale = localeOf(language);
  if (ago < 7) return formatter(Intl.DateTimeFormat, locale, { weekday: 'short' }).format(date);
  return formatter(Intl.DateTimeFormat, locale, { day: 'numeric', month: 'short' }).format(date);
}

/** `0:24`, `21:30`, `1:02:03`; with `padded`: `03:52`, for a column. */
export function formatClock(seconds: number, padded = false): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = `${padded || hours > 0 ? two(minutes) : minutes}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** `2025-11-20` in every language, so that file names sort by date. */
export function formatFileDate(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.2 MB`, with 1024 kB to the MB. */
export function formatBytes(bytes: number, language: string): string {
  const fits = (power: number) => Math.round((bytes / 1024 ** power) * 10) / 10 < 1024;
  const power = [0, 1, 2].find(fits) ?? SIZES.length - 1;
  // Only the long form of «byte» has a plural in English.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: SIZES[power], unitDisplay, maximumFractionDigits: 1 } as const;
  return formatter(Intl.NumberFormat, localeOf(language), options).format(bytes / 1024 ** power);
}

/** At most one decimal. */
export const formatNumber = (value: number, language: string) =>
  formatter(Intl.NumberFormat, localeOf(language), { maximumFractionDigits: 1 }).format(value);

/** `350 m`, `1.2 km`: precise enough for a person on foot. */
export function formatDistance(metres: number, language: string): string {
  const [value, unit] = metres < 995 ? [Math.round(metres / 10) * 10, 'meter'] : [metres / 1000, 'kilometer'];
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return formatter(Intl.NumberFormat, localeOf(language), options).format(value);
}

/** `€1,234.50`, with at least two decimals: all prices are in euros. */
export const formatPrice = (price: number, language: string) =>
  formatter(Intl.NumberFormat, localeOf(language), {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 20,
  }).format(price);

/** `40%`. @param value from 0 to 1 */
export const formatPercent = (value: number, language: string) =>
  formatter(Intl.NumberFormat, localeOf(language), { style: 'percent' }).format(value);

/** `Giulia` of `Giulia Ferri`. The first name of a guest is marked as a guest's, like the full name. */
export function firstName(name: string): string {
  const [first = name] = name.trim().split(/\s+/);
  return first + guestMark(name);
}

/** `Giulia and Marco` */
export const formatList = (items: readonly string[], language: string) =>
  formatter(Intl.ListFormat, language, { type: 'conjunction' }).format(items);

/** `12 min ago`, `3 hr ago` */
export function formatAgo(date: Date, now: Date, language: string): string {
  const minutes = Math.max(0, Math.round((now.getTime() - date.getTime()) / 60_000));
  const format = formatter(Intl.RelativeTimeFormat, localeOf(language), { numeric: 'auto', style: 'short' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 24 * 60) return format.format(-Math.round(minutes / 60), 'hour');
  return format.format(-daysAgo(date, now), 'day');
}
