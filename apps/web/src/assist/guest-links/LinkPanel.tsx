import type { MadeGuestLink } from '@earth/contracts';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { reportPluginError } from '../../shared/plugin-error';
import { hasSheet, shareLink } from '../../platform/native/share';
import { isInShell } from '../../platform/native/shell';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { showToast } from '../../shared/toast';
import styles from './guest-links.module.css';
import { LinkMessage } from './LinkMessage';
import { texts } from './texts';
import { type LinkState, useIsSpent } from './use-guest-link';
import { useLinkMessage } from './use-link-message';

/** Loaded on demand: only a maker of links needs the QR code renderer. */
const QrCode = lazyPart(() => import('../../ui/pictures/QrCode'), 'QrCode', {
  Waiting: () => <SkeletonBlock width={220} height={220} />,
});

interface MadeProps {
  readonly link: MadeGuestLink;
  readonly onClose: () => void;
}

function Made({ link, onClose }: MadeProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const message = useLinkMessage(link);
  const [problem, setProblem] = useState<{ readonly text: 'notCopied' | 'notShared' } | null>(null);
  const { url, callUniqueId } = link;
  const [isCopied, setCopied] = useState(false);
  const [isMessageOpen, setMessageOpen] = useState(false);
  const end = new Date(link.expirationDate);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setProblem(null);
      setCopied(true);
    } catch {
      setCopied(false);
      setProblem({ text: 'notCopied' });
    }
  }
  async function share() {
    const shared = await shareLink(message.subject, url, message.text.trim());
    if (shared === 'copied') showToast(t('copied'));
    // The browser has tried to copy already; the app shell has not.
    setProblem(shared === 'failed' ? { text: isInShell() ? 'notShared' : 'notCopied' } : null);
  }

  return (
    <>
      <p className={styles.quiet}>{t(callUniqueId === null ? 'line' : 'lineInCall')}</p>
      {/* Who sends the link shows nobody the code, and the message needs its room. */}
      {!isMessageOpen && <QrCode text={url} label={t('qr')} />}
      <Field
        label={t('link')}
        value={url}
        readOnly
        problem={problem}
        say={t}
        onFocus={(event) => event.currentTarget.select()}
        onChange={() => undefined}
      />
      <p className={styles.quiet}>{t('ends', { day: formatDate(end, language), time: formatTime(end, language) })}</p>
      <LinkMessage url={url} message={message} onToggle={setMessageOpen} />
      <div className={`${styles.answers} ${styles.foot}`}>
        <QuietButton onClick={onClose}>{t('done')}</QuietButton>
        {hasSheet() && (
          <QuietButton icon={<IconShare {...icon} />} onClick={() => void share().catch(reportPluginError)}>
            {t('share')}
          </QuietButton>
        )}
        {/* A toast would cover the buttons of a phone. */}
        <FilledButton icon={isCopied ? <IconCheck {...icon} /> : <IconCopy {...icon} />} onClick={() => void copy()}>
          {t(isCopied ? 'copied' : 'copy')}
        </FilledButton>
      </div>
      <p role="status" className="visually-hidden">
        {isCopied && t('copied')}
      </p>
    </>
  );
}

interface SpentProps {
  readonly onMake: () => void;
  readonly onClose: () => void;
}

/** What had the focus is gone. */
function focusIfLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}

function Spent({ onMake, onClose }: SpentProps) {
  const t = useTexts(texts);
  return (
    <>
      <div role="status" tabIndex={-1} ref={focusIfLost}>
        <p>{t('spent')}</p>
        <p className={styles.quiet}>{t('spentLine')}</p>
      </div>
      <div className={styles.answers}>
        <QuietButton onClick={onClose}>{t('done')}</QuietButton>
        <FilledButton onClick={onMake}>{t('makeNew')}</FilledButton>
      </div>
    </>
  );
}

interface LinkPanelProps {
  readonly state: Exclude<LinkState, { type: 'none' }>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** A guest link in each state: being made, failed, or ready to be shared. */
export function LinkPanel({ state, onRetry, onClose }: LinkPanelProps) {
  const t = useTexts(texts);
  const isSpent = useIsSpent(state);
  if (isSpent)
    return (
      <div className={styles.panel}>
        <Spent onMake={onRetry} onClose={onClose} />
      </div>
    );
  return (
    <div className={styles.panel}>
      {state.type === 'making' && (
        <Loading className={styles.place}>
          <SkeletonBlock width={220} height={220} />
        </Loading>
      )}
      {state.type === 'failed' && <Failed title={t('failed')} line={state.words} onRetry={onRetry} />}
      {state.type === 'made' ? (
        <Made link={state.link} onClose={onClose} />
      ) : (
        <div className={styles.answers}>
          <QuietButton onClick={onClose}>{t('done')}</QuietButton>
        </div>
      )}
    </div>
  );
}
