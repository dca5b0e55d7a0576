import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import styles from './about.module.css';
import hall from './gallery-hall.svg';
import { texts } from './texts';
import square from './town-square.svg';
import { TutorialSlides } from './TutorialSlides';

/** Introduces the menu in two slides (D2.35). */
export function Tutorial() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  useTitle(t('tutorial'));
  useScreenView('Tutorial');
  return (
    <div className={styles.tutorialPage}>
      <h1 className="visually-hidden">{t('tutorial')}</h1>
      <TutorialSlides
        name="menu"
        slides={[
          { picture: square, title: t('tutorialMenu'), line: t('tutorialMenuLine') },
          { picture: hall, title: t('tutorialReach'), line: t('tutorialReachLine') },
        ]}
        onStart={() => void navigate({ to: startPage(), replace: true })}
      />
    </div>
  );
}
