import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { isTutorialSkipped, skipTutorial } from './model/tutorial';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Switch } from '../../ui/controls/Switch';
import { useWindowShortcuts } from '../../ui/overlay/use-window-keys';
import styles from './about.module.css';
import hall from './gallery-hall.svg';
import { texts } from './texts';
import square from './town-square.svg';
import { useSwipe } from './use-swipe';

const slides = [
  { picture: square, title: 'tutorialMenu', line: 'tutorialMenuLine' },
  { picture: hall, title: 'tutorialReach', line: 'tutorialReachLine' },
] as const;

/** Introduces the menu in two slides (D2.35). */
export function Tutorial() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const [isSkipped, setSkipped] = useState(isTutorialSkipped);
  useTitle(t('tutorial'));
  useScreenView('Tutorial');
  const slide = slides[at] ?? slides[0];
  const isLast = at === slides.length - 1;
  const go = (by: -1 | 1) => setAt((now) => Math.min(Math.max(now + by, 0), slides.length - 1));
  const swipe = useSwipe(go);
  const start = () => void navigate({ to: startPage(), replace: true });
  useWindowShortcuts({ ArrowRight: () => go(1), ArrowLeft: () => go(-1) });
  return (
    <section className={styles.tutorial} aria-roledescription="carousel" aria-label={t('tutorial')} {...swipe}>
      <h1 className="visually-hidden">{t('tutorial')}</h1>
      <img src={slide.picture} alt="" className={styles.drawing} />
      <div aria-live="polite" className={styles.words}>
        <h2 className={styles.slideTitle}>{t(slide.title)}</h2>
        <p>{t(slide.line)}</p>
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
          <QuietButton isField onClick={() => go(-1)}>
            {t('back')}
          </QuietButton>
        ) : (
          <QuietButton isField onClick={() => go(1)}>
            {t('next')}
          </QuietButton>
        )}
        <FilledButton isField onClick={start}>
          {t('start')}
        </FilledButton>
      </div>
      <Switch
        label={t('doNotShow')}
        isOn={isSkipped}
        onChange={(on) => {
          skipTutorial(on);
          setSkipped(on);
        }}
      />
    </section>
  );
}
