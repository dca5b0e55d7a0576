import { IconCamera, IconDeviceMobile, IconShare2 } from '@tabler/icons-react';
import { Navigate, useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { shareLink } from '../../../platform/native/share';
import { linkTo } from '../../../platform/server-address';
import { useScoped } from '../../../platform/session/scope-context';
import { useTexts } from '../../../shared/i18n';
import { reportPluginError } from '../../../shared/plugin-error';
import { showToast } from '../../../shared/toast';
import { useTitle } from '../../../shared/use-title';
import { LineButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { PageHead } from '../../menu';
import type { Match } from '../model/match';
import { useConsentEnd } from '../use-consent-end';
import { createRecognitionSession, type Recognition } from '../model/recognition-session';
import { texts } from '../texts';
import { MatchDialog } from './MatchDialog';
import styles from './recognition-results.module.css';

interface FrameProps {
  readonly recognition: Recognition;
  /** Leads back to the camera. */
  readonly returnFromResults: () => void;
  readonly children: (open: (match: Match) => void) => ReactNode;
}

/** Shares the page of a product. */
function useShareMatch({ contentId, title }: Pick<Match, 'contentId' | 'title'>): () => void {
  const t = useTexts(texts);
  const url = linkTo(`/content-detail/${contentId}`);
  async function share() {
    const shared = await shareLink(title, url);
    if (shared === 'copied') showToast(t('copied'));
    if (shared === 'failed') showToast(t('notCopied', { url }));
  }
  return () => void share().catch(reportPluginError);
}

function ShareButton({ match }: { readonly match: Match }) {
  const t = useTexts(texts);
  const share = useShareMatch(match);
  return (
    <IconButton
      isField
      label={t('share', { title: match.title })}
      icon={<IconShare2 size={24} stroke={1.75} aria-hidden="true" />}
      onClick={share}
    />
  );
}

function Frame({ recognition, returnFromResults, children }: FrameProps) {
  const t = useTexts(texts);
  const [opened, setOpened] = useState<Match | null>(null);
  const [first] = recognition.matches;
  useTitle(t('results'));
  return (
    <>
      <PageHead title={t('results')}>{first && <ShareButton match={first} />}</PageHead>
      <div className={styles.page}>
        {recognition.isFromDevice && (
          <p role="status" className={styles.device}>
            <IconDeviceMobile size={20} stroke={1.75} aria-hidden="true" />
            {t('fromDevice')}
          </p>
        )}
        {children(setOpened)}
      </div>
      <div className={styles.foot}>
        <LineButton
          isField
          icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
          onClick={returnFromResults}
        >
          {t('newPhoto')}
        </LineButton>
      </div>
      <MatchDialog match={opened} recognition={recognition} onClose={() => setOpened(null)} />
    </>
  );
}

interface ResultsFrameProps {
  readonly children: (recognition: Recognition, open: (match: Match) => void) => ReactNode;
}

/** A page of results. Without its data, as after a reload, it leads back to the camera. */
export function ResultsFrame({ children }: ResultsFrameProps) {
  const { result } = useStore(useScoped(createRecognitionSession).store);
  const { model, customer } = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const search = { model, customer };
  useConsentEnd();
  if (!result) return <Navigate to="/asset-recognition" search={search} replace />;
  // The camera is the page before.
  const returnFromResults = () =>
    canGoBack ? router.history.back() : void navigate({ to: '/asset-recognition', search, replace: true });
  return (
    <Frame recognition={result} returnFromResults={returnFromResults}>
      {(open) => children(result, open)}
    </Frame>
  );
}
