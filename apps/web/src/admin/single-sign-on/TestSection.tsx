import { finishSignOnTest, type SignOnSettings, type SignOnTested, startSignOnTest } from '@earth/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRoleWords } from '../../assist/people';
import { sendCall } from '../../platform';
import { isInShell } from '../../platform/native/shell';
import { linkTo } from '../../platform/server-address';
import { rememberSignOn, takeSignOn } from '../../platform/session/sign-on-memory';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { signOnQuery } from './queries';
import styles from './single-sign-on.module.css';
import { texts } from './texts';

/** A sign-in that signs nobody in: it shows what the provider says of the admin. */
export function TestSection({ settings: { connection } }: { readonly settings: SignOnSettings }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const roleWords = useRoleWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ask, isBusy, problem } = useRequest();
  const [came, setCame] = useState<SignOnTested | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  const ticket = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('signOn') });
  const isBegun = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);
  const start = () =>
    ask(async () => {
      setForgotten(false);
      const { url, secret } = await sendCall(startSignOnTest, {});
      const isKept = rememberSignOn({ secret });
      setForgotten(!isKept);
      if (isKept) location.assign(url);
    });
  useEffect(() => {
    // A ticket is valid once.
    if (ticket === null || isBegun.current) return;
    isBegun.current = true;
    void ask(async () => {
      const secret = takeSignOn()?.secret ?? '';
      await navigate({ to: '/admin/company', search: { part: 'signOn' }, replace: true });
      setCame(await sendCall(finishSignOnTest, { ticket, secret }));
      await client.invalidateQueries({ queryKey: signOnQuery.queryKey });
    })
      // The section is far down the page.
      .then(() => outcome.current?.scrollIntoView({ block: 'center' }));
  });
  const tested = connection?.testedDate;
  return (
    <PageSection title={t('test')}>
      <QuietLine>{t('testLine')}</QuietLine>
      <div role="status" ref={outcome}>
        {came && (
          <p className={styles.came}>
            {t(came.isYou ? 'cameYou' : 'cameOther', {
              name: came.name,
              email: came.email ?? '–',
              role: roleWords(came.role),
            })}
          </p>
        )}
      </div>
      <ProblemLine id="test-problem" problem={isForgotten ? { text: 'notKept' } : problem} say={t} />
      <QuietLine>{tested ? t('tested', { when: formatDate(new Date(tested), language) }) : t('untested')}</QuietLine>
      {/* In the shell the provider's page would open outside of the app, with no way back to this one. */}
      {isInShell() ? (
        <QuietLine>{t('testInBrowser', { address: linkTo('/admin/company?part=signOn') })}</QuietLine>
      ) : (
        <QuietButton aria-disabled={isBusy} onClick={() => void start()}>
          {t('startTest')}
        </QuietButton>
      )}
    </PageSection>
  );
}
