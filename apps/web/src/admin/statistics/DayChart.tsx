import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import type { DayFigures } from './figures';
import styles from './statistics.module.css';
import { texts } from './texts';

/** In units of the drawing, which scales with the page. */
const WIDTH = 720;
const HEIGHT = 200;

/** The next round number: 1, 2 or 5 times a power of ten. */
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power;
}

/** Stacked bars of the views per day: contents below, screens on top. The same data is in the text and the table. */
export function DayChart({ days }: { readonly days: readonly DayFigures[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const most = Math.max(0, ...days.map(({ contents, screens }) => contents + screens));
  const top = roundUp(most);
  const step = WIDTH / Math.max(1, days.length);
  const bar = Math.max(1, step * 0.72);
  const high = (views: number) => (views / top) * HEIGHT;
  const say = (day: string | undefined) => (day ? formatDate(new Date(`${day}T12:00`), language) : '');
  const total = (kind: 'contents' | 'screens') => days.reduce((sum, figures) => sum + figures[kind], 0);
  const [from, to] = [say(days[0]?.day), say(days.at(-1)?.day)];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend} aria-hidden="true">
        <span className={styles.ofContents}>{t('contents')}</span>
        <span className={styles.ofScreens}>{t('screens')}</span>
        <span className={styles.top}>{top.toLocaleString(language)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { from, to, most, contents: total('contents'), screens: total('screens') })}
      >
        {[0, 0.5, 1].map((part) => (
          <line key={part} x1="0" x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} className={styles.rule} />
        ))}
        {days.map(({ day, contents, screens }, place) => {
          const x = place * step + (step - bar) / 2;
          return (
            <g key={day}>
              <title>{t('dayBar', { day: say(day), contents, screens })}</title>
              <rect
                x={x}
                width={bar}
                y={HEIGHT - high(contents)}
                height={high(contents)}
                className={styles.contentBar}
              />
              <rect
                x={x}
                width={bar}
                y={HEIGHT - high(contents + screens)}
                height={high(screens)}
                className={styles.screenBar}
              />
            </g>
          );
        })}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </figure>
  );
}
