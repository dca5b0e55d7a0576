import { type SignOnSettings, switchCodes } from '@earth/contracts';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { Switch } from '../../ui/controls/Switch';
import { Question } from '../../ui/overlay/Question';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { ProblemLine } from '../../ui/controls/Field';
import { texts } from './texts';
import { useSignOnChange } from './use-sign-on-change';

/** Switches e-mail and code off and on. */
export function CodesSection({ settings }: { readonly settings: SignOnSettings }) {
  const t = useTexts(texts);
  const { version: basedOn, areCodesOff, connection } = settings;
  const [isAsked, setAsked] = useState(false);
  const { change, isBusy, problem, forget } = useSignOnChange();
  const send = (areOff: boolean) =>
    change(
      () => sendCall(switchCodes, { basedOn, areOff }),
      () => setAsked(false),
    );
  const isTested = Boolean(connection?.testedDate);
  return (
    <PageSection title={t('codes')}>
      <QuietLine>{t('codesLine')}</QuietLine>
      {areCodesOff || isTested ? (
        <Switch
          label={t('codesOff')}
          isOn={areCodesOff}
          onChange={(isOn) => {
            forget();
            if (isOn) setAsked(true);
            else void send(false);
          }}
        />
      ) : (
        <QuietLine>{t('testFirst')}</QuietLine>
      )}
      {!isAsked && <ProblemLine id="codes-problem" problem={problem} say={t} />}
      <Question
        isOpen={isAsked}
        title={t('codesTitle')}
        yes={t('turnOff')}
        isDanger
        isBusy={isBusy}
        problem={problem}
        onYes={() => void send(true)}
        onClose={() => setAsked(false)}
      >
        <p>{t('codesQuestion')}</p>
      </Question>
    </PageSection>
  );
}
