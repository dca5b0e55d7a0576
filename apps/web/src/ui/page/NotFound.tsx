import { IconMapOff } from '@tabler/icons-react';
import { useSession } from '../../platform';
import { ButtonLink } from '../controls/Button';
import { Empty } from '../feedback/Notice';
import { useTexts } from '../../shared/i18n';
import { CentredPage } from './CentredPage';
import { texts } from '../../shared/texts';
import { useTitle } from '../../shared/use-title';

/** «Not found» inside a shell. */
export function NothingHere() {
  const t = useTexts(texts);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  useTitle(t('notFound'));
  return (
    <Empty
      icon={<IconMapOff size={40} stroke={1.75} aria-hidden="true" />}
      title={t('notFound')}
      line={t('notFoundLine')}
    >
      {/* Offline, a visitor starts at `/splash/`, because the root does not know the start page then. */}
      <ButtonLink to={isSignedIn ? '/' : '/splash/'} kind="filled">
        {t('toStart')}
      </ButtonLink>
    </Empty>
  );
}

/** «Not found» as a page of its own. */
export const NotFound = () => (
  <CentredPage>
    <NothingHere />
  </CentredPage>
);
