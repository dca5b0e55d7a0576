import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { BarChart } from '../../ui/charts/BarChart';
import type { DayFigures } from './figures';
import { texts } from './texts';

/** Stacked bars of the views per day: contents below, screens on top. The same data is in the text and the table. */
export function DayChart({ days }: { readonly days: readonly DayFigures[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const most = Math.max(0, ...days.map(({ contents, screens }) => contents + screens));
  const say = (day: string | undefined) => (day ? formatDate(new Date(`${day}T12:00`), language) : '');
  const total = (kind: 'contents' | 'screens') => days.reduce((sum, figures) => sum + figures[kind], 0);
  const [from, to] = [say(days[0]?.day), say(days.at(-1)?.day)];
  return (
    <BarChart
      label={t('chart', { from, to, most, contents: total('contents'), screens: total('screens') })}
      series={[t('contents'), t('screens')]}
      bars={days.map(({ day, contents, screens }) => ({
        key: day,
        title: t('dayBar', { day: say(day), contents, screens }),
        values: [contents, screens],
      }))}
      ends={[from, to]}
      say={(value) => value.toLocaleString(language)}
    />
  );
}
