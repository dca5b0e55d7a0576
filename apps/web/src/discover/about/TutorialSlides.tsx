import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Switch } from '../../ui/controls/Switch';
import { useWindowShortcuts } from '../../ui/overlay/use-window-keys';
import { useSwipe } from '../../ui/pictures/use-swipe';
import styles from './about.module.css';
import { isTutorialSkipped, skipTutorial, type TutorialName } from './model/tutorial';
import { texts } from './texts';

export interface Slide {
  /** The address of a drawing. */
  readonly picture: string;
  readonly title: string;
  readonly line: string;
}

export interface TutorialSlidesProps {
  readonly name: TutorialName;
  readonly slides: readonly [Slide, ...Slide[]];
  readonly onStart: () => void;
}

/** Slides, a start button on the last one, a way past them, and a stored switch that skips them from now on (D2.35). */
export function TutorialSlides({ name, slides, onStart }: TutorialSlidesProps) {
  const t = useTexts(texts);
  const [at, setAt] = useState(0);
  const [isSkipped, setSkipped] = useState(() => isTutorialSkipped(name));
  const slide = slides[at] ?? slides[0];
  const isLast = at === slides.length - 1;
  const go = (by: -1 | 1) => setAt((now) => Math.min(Math.max(now + by, 0), slides.length - 1));
  const swipe = useSwipe(go);
  useWindowShortcuts({ ArrowRight: () => go(1), ArrowLeft: () => go(-1) });
  return (
    <section className={styles.tutorial} aria-roledescription="carousel" aria-label={t('tutorial')} {...swipe}>
      <img src={slide.picture} alt="" className={styles.drawing} />
      <div aria-live="polite" className={styles.words}>
        <h2 className={styles.slideTitle}>{slide.title}</h2>
        <p>{slide.line}</p>
      </div>
      <ol className={styles.dots}>
        {slides.map(({ title }, index) => (
          <li key={title}>
            <button
              type="button"
              className={styles.dot}
              aria-label={t('slide', { number: index + 1, count: slides.length })}
              aria-current={index === at}
              onClick={() => setAt(index)}
            />
          </li>
        ))}
      </ol>
      <div className={styles.answers}>
        {isLast ? (
          <>
            <QuietButton isField onClick={() => go(-1)}>
              {t('back')}
            </QuietButton>
            <FilledButton isField onClick={onStart}>
              {t('start')}
            </FilledButton>
          </>
        ) : (
          <>
            <QuietButton isField onClick={onStart}>
              {t('skip')}
            </QuietButton>
            <FilledButton isField onClick={() => go(1)}>
              {t('next')}
            </FilledButton>
          </>
        )}
      </div>
      <div className={styles.skip}>
        <Switch
          label={t('doNotShow')}
          isOn={isSkipped}
          onChange={(on) => {
            skipTutorial(name, on);
            setSkipped(on);
          }}
        />
      </div>
    </section>
  );
}
