import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { leavePage } from '../../shared/back-order';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { TermsGate } from '../about';
import { ArStart } from '../ar';
import { PageHead } from '../menu';
import { Markers } from './Markers';
import { useEntryTitle } from './Scenes';
import styles from './scenes.module.css';
import { texts } from './texts';

/**
 * `/ar`: the entry of the menu, which recognizes the markers of all scenes (D2.8). The start buttons of the home page and of a scene lead
 * here too, where it then begins at once; leaving it leads back.
 */
export function ArPage() {
  const t = useTexts(texts);
  const title = useEntryTitle(t('ar'));
  const { scene, start } = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  useTitle(title);
  const isAutomatic = start === true || scene !== undefined;
  return (
    <>
      <PageHead title={title} />
      <TermsGate onCancel={() => void navigate({ to: '/main/', replace: true })}>
        <div className={styles.start}>
          <p>{t('arLine')}</p>
          <ArStart
            sceneId={scene ?? null}
            title={title}
            isAutomatic={isAutomatic}
            onLeave={isAutomatic && canGoBack ? () => leavePage(router.history) : undefined}
          />
        </div>
        <Markers />
      </TermsGate>
    </>
  );
}
