import { IconStar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { startPage } from '../../shared/start-page';
import { useTitle } from '../../shared/use-title';
import { contentQuery } from './model/content-queries';
import { useSaved } from './model/saved-contents';
import { ButtonLink } from '../../ui/controls/Button';
import { Empty } from '../../ui/feedback/Notice';
import { ContentRows } from './ContentRows';
import styles from './discover.module.css';
import { texts } from './texts';

/** Online, the saved contents are fetched again in the app's language, and their stored copies updated. */
function useRenewal(contentIds: string) {
  const client = useQueryClient();
  const language = useContentLanguage();
  useEffect(() => {
    const ids = contentIds.split(',').filter(Boolean).map(Number);
    for (const id of ids) client.query({ ...contentQuery(language, id), retry: false }).catch(() => undefined);
  }, [client, language, contentIds]);
}

/** The contents saved on this device: works offline. */
export function Saved() {
  const t = useTexts(texts);
  const saved = useSaved();
  useTitle(t('saved'));
  useRenewal(saved.map(({ content }) => content.id).join());
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>{t('saved')}</h1>
      {saved.length > 0 ? (
        <ContentRows items={saved} label={t('saved')} />
      ) : (
        <Empty
          icon={<IconStar size={40} stroke={1.75} aria-hidden="true" />}
          title={t('noContents')}
          line={t('nothingSavedLine')}
        >
          <ButtonLink to={startPage()} kind="filled">
            {t('toExplore')}
          </ButtonLink>
        </Empty>
      )}
    </div>
  );
}
