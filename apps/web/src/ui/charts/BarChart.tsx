import styles from './charts.module.css';
import { roundUp } from './round-up';

/** In units of the drawing, which scales with the page. */
const WIDTH = 720;
const HEIGHT = 200;

interface Bar {
  readonly key: string;
  /** Says what the bar stands for, with its numbers. */
  readonly title: string;
  /** One of each series, from below. */
  readonly values: readonly number[];
}

interface BarChartProps {
  /** Says the same as the picture. */
  readonly label: string;
  /** Names of the series, two at most; without names there is no legend. */
  readonly series?: readonly string[];
  readonly bars: readonly Bar[];
  /** What stands below the first and the last bar. */
  readonly ends: readonly [first: string, last: string];
  readonly say: (value: number) => string;
  /** The number at the upper rule, for the largest bar. */
  readonly topOf?: (most: number) => number;
}

const tones = [styles.first, styles.second] as const;
const marks = [styles.ofFirst, styles.ofSecond] as const;

/** Stacked bars. Decorative beside its label: the same numbers belong in a table near it. */
export function BarChart({ label, series, bars, ends, say, topOf = roundUp }: BarChartProps) {
  const sumOf = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0);
  const top = topOf(Math.max(0, ...bars.map(sumOf)));
  const step = WIDTH / Math.max(1, bars.length);
  const width = Math.max(1, step * 0.72);
  const high = (value: number) => (value / top) * HEIGHT;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend} aria-hidden="true">
        {series?.map((name, place) => (
          <span key={name} className={marks[place]}>
            {name}
          </span>
        ))}
        <span className={styles.top}>{say(top)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => (
          <line key={part} x1="0" x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} className={styles.rule} />
        ))}
        {bars.map(({ key, title, values }, place) => (
          <g key={key}>
            <title>{title}</title>
            {values.map((value, level) => {
              const below = values.slice(0, level + 1).reduce((sum, one) => sum + one, 0);
              return (
                <rect
                  key={tones[level]}
                  x={place * step + (step - width) / 2}
                  width={width}
                  y={HEIGHT - high(below)}
                  height={high(value)}
                  className={tones[level]}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}
