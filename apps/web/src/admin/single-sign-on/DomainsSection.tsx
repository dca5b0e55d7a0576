import {
  addSignOnDomain,
  confirmSignOnDomain,
  removeSignOnDomain,
  SIGN_ON_DOMAINS_MAX,
  type SignOnSettings,
} from '@earth/contracts';
import { IconCircleCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { LineButton, QuietButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { IconButton } from '../../ui/controls/IconButton';
import { Question } from '../../ui/overlay/Question';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { CopiedLine } from './CopiedLine';
import styles from './single-sign-on.module.css';
import { texts } from './texts';
import { useSignOnChange } from './use-sign-on-change';

type Domain = SignOnSettings['domains'][number];

function Proof({ domain: { domain, recordName, recordValue } }: { readonly domain: Domain }) {
  const t = useTexts(texts);
  const { change, isBusy, problem } = useSignOnChange();
  return (
    <>
      <RowLine>{t('proofLine')}</RowLine>
      <CopiedLine label={t('recordName')} value={recordName} />
      <CopiedLine label={t('recordValue')} value={recordValue} />
      <ProblemLine id={`proof-${domain}`} problem={problem} say={t} />
      <QuietButton
        aria-disabled={isBusy}
        onClick={() =>
          void change(
            () => sendCall(confirmSignOnDomain, { domain }),
            () => showToast(t('confirmedNow', { domain })),
          )
        }
      >
        {t('check')}
      </QuietButton>
    </>
  );
}

function NewDomain() {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const { change, isBusy, problem } = useSignOnChange();
  const add = () =>
    change(
      () => sendCall(addSignOnDomain, { domain: typed.trim() }),
      () => setTyped(''),
    );
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && typed.trim() !== '') void add();
      }}
    >
      <Field
        label={t('newDomain')}
        placeholder="example.com"
        maxLength={253}
        value={typed}
        problem={problem}
        say={t}
        spellCheck={false}
        autoCapitalize="none"
        onChange={setTyped}
      />
      <LineButton type="submit" aria-disabled={isBusy || typed.trim() === ''}>
        {t('addDomain')}
      </LineButton>
    </form>
  );
}

/** The e-mail domains whose people go to the provider. */
export function DomainsSection({ settings: { domains } }: { readonly settings: SignOnSettings }) {
  const t = useTexts(texts);
  const [asked, ask] = useState<string | null>(null);
  const removal = useSignOnChange();
  const remove = (domain: string) =>
    removal.change(
      () => sendCall(removeSignOnDomain, { domain }),
      () => ask(null),
    );
  return (
    <PageSection title={t('domains')}>
      <QuietLine>{t('domainsLine')}</QuietLine>
      {domains.length > 0 && (
        <RuledList aria-label={t('domains')}>
          {domains.map((one) => (
            <RuledRow
              key={one.domain}
              title={one.domain}
              trail={
                <IconButton
                  label={t('removeDomain', { domain: one.domain })}
                  icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
                  onClick={() => ask(one.domain)}
                />
              }
            >
              {one.isConfirmed ? (
                <RowLine className={styles.confirmed}>
                  <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
                  {t('confirmed')}
                </RowLine>
              ) : (
                <Proof domain={one} />
              )}
            </RuledRow>
          ))}
        </RuledList>
      )}
      {domains.length < SIGN_ON_DOMAINS_MAX && <NewDomain />}
      <Question
        isOpen={asked !== null}
        title={t('removeDomainTitle', { domain: asked ?? '' })}
        yes={t('remove')}
        isDanger
        isBusy={removal.isBusy}
        problem={removal.problem}
        onYes={() => asked !== null && void remove(asked)}
        onClose={() => ask(null)}
      >
        <p>{t('removeDomainLine')}</p>
      </Question>
    </PageSection>
  );
}
