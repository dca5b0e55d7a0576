import { CONTRAST_MIN, contrastOf, readableOn } from '@earth/contracts';
import { type CSSProperties, useId } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import styles from './company.module.css';
import { texts } from './texts';

export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

interface ColourProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour, chosen or typed as `#rrggbb`. */
export function ColourField({ label, value, onChange }: ColourProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.colour}>
      <input
        type="color"
        aria-label={t('chooseColour', { name: label })}
        value={isColour(value) ? value : '#000000'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Field
        label={label}
        value={value}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        problem={null}
        say={t}
        onChange={(text) => onChange(text.trim())}
      />
    </div>
  );
}

interface ContrastProps {
  readonly ground: string;
  readonly ink: string;
  /** What cannot be read. */
  readonly failure: string;
  readonly onInk: (ink: string) => void;
}

/** The contrast of two colours; if it is too low, what fails and a colour that does not. */
export function ContrastLine({ ground, ink, failure, onInk }: ContrastProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const id = useId();
  const contrast = contrastOf(ground, ink);
  if (contrast === null) return <p className={styles.low}>{t('noColour')}</p>;
  const say = (number: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(number);
  // Rounded down: 4.46 is too little.
  const values = { contrast: say(Math.floor(contrast * 10) / 10), least: say(CONTRAST_MIN) };
  if (contrast >= CONTRAST_MIN) return <p className={styles.note}>{t('contrast', values)}</p>;
  const better = readableOn(ground, ink);
  return (
    <div role="alert">
      <p id={id} className={styles.low}>
        {failure} {t('contrastLow', values)}
      </p>
      <LineButton
        aria-describedby={id}
        icon={<span className={styles.dot} style={{ '--colour': better } as CSSProperties} aria-hidden="true" />}
        onClick={() => onInk(better)}
      >
        {t('useColour', { colour: better })}
      </LineButton>
    </div>
  );
}
