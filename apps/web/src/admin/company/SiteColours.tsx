import { type BrandColours, coloursFrom, pairsOf } from '@earth/contracts';
import type { CSSProperties } from 'react';
import { useTexts } from '../../shared/i18n';
import { ColourField, ContrastLine, isColour } from './ColourField';
import styles from './company.module.css';
import { texts } from './texts';

interface ColoursProps {
  readonly colours: BrandColours;
  readonly onChange: (colours: BrandColours) => void;
}

const NAMES = [
  'brandInk',
  'brandDeep',
  'accentLight',
  'onAccentLight',
  'accentDark',
  'onAccentDark',
] as const satisfies readonly (keyof BrandColours)[];

/** A page in the colours: a header, a line that is a link, a button. */
function Sample({ colours, isDark }: { readonly colours: BrandColours; readonly isDark: boolean }) {
  const t = useTexts(texts);
  const style = {
    '--head': colours.brand,
    '--head-ink': colours.brandInk,
    '--accent': isDark ? colours.accentDark : colours.accentLight,
    '--on-accent': isDark ? colours.onAccentDark : colours.onAccentLight,
  } as CSSProperties;
  return (
    <div className={styles.sample} data-theme={isDark ? 'dark' : 'light'} style={style} aria-hidden="true">
      <span className={styles.sampleHead}>{t('sample')}</span>
      <span className={styles.sampleLink}>{t('sampleLink')}</span>
      <span className={styles.sampleButton}>{t('sampleButton')}</span>
    </div>
  );
}

/** The colours of the site beside each other. */
export const ColourDots = ({ colours }: Pick<ColoursProps, 'colours'>) => (
  <span className={styles.dots}>
    {(['brand', ...NAMES] as const).map((name) => (
      <span
        key={name}
        className={styles.dot}
        role="img"
        aria-label={colours[name]}
        style={{ '--colour': colours[name] } as CSSProperties}
      />
    ))}
  </span>
);

/** All colours of the site from one, or each by itself; what cannot be read is said. */
export function SiteColours({ colours, onChange }: ColoursProps) {
  const t = useTexts(texts);
  return (
    <>
      <ColourField
        label={t('mainColour')}
        value={colours.brand}
        onChange={(brand) => onChange(isColour(brand) ? coloursFrom(brand.toLowerCase()) : { ...colours, brand })}
      />
      <p className={styles.note}>{t('mainColourLine')}</p>
      <div className={styles.samples}>
        <Sample colours={colours} isDark={false} />
        <Sample colours={colours} isDark />
      </div>
      <details className={styles.each}>
        <summary>{t('eachColour')}</summary>
        <div className={styles.form}>
          {NAMES.map((name) => {
            const pair = pairsOf(colours).find((one) => one.name === name);
            return (
              <div key={name} className={styles.one}>
                <ColourField
                  label={t(`colour_${name}`)}
                  value={colours[name]}
                  onChange={(value) => onChange({ ...colours, [name]: value })}
                />
                {pair && (
                  <ContrastLine
                    ground={pair.ground}
                    ink={pair.ink}
                    failure={t('colourUnreadable')}
                    onInk={(ink) => onChange({ ...colours, [name]: ink })}
                  />
                )}
              </div>
            );
          })}
        </div>
      </details>
    </>
  );
}
