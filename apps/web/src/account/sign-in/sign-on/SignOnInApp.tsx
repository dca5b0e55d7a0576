import { startSignOnInApp } from '@earth/contracts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sendCall } from '../../../platform';
import { notePluginError, PluginError } from '../../../platform/native/shell';
import { listenToClosedBrowser, openInSystemBrowser } from '../../../platform/native/system-browser';
import { appScheme, serverOrigin } from '../../../platform/server-address';
import {
  APP_SIGN_ON_MS,
  createVerifier,
  forgetAppSignOn,
  rememberAppSignOn,
} from '../../../platform/session/app-sign-on';
import { useTexts } from '../../../shared/i18n';
import { useRequest } from '../../../shared/use-request';
import { ProblemLine } from '../../../ui/controls/Field';
import { BackButton, goBack } from '../BackButton';
import type { SignInFlow, SignInState } from '../sign-in-flow';
import { Gap, Intro, MainButton, OtherButton, StepBody, StepNote, StepTitle } from '../StepParts';
import { texts as signInTexts } from '../texts';
import { texts } from './texts';

export interface StepProps {
  readonly flow: SignInFlow;
  readonly state: Extract<SignInState, { step: 'signOn' }>;
}

/** `otherApp`: the link back would open the app of another brand. `notSaved`: the device keeps nothing, so there is no way back. */
type Phase = 'ready' | 'waiting' | 'closed' | 'late' | 'noBrowser' | 'otherApp' | 'notSaved';

/**
 * Waits for the end of a page that was opened: the user closes it (iOS tells), or the time is over.
 * @param opened how many were opened; null while none is
 */
function useEnd(opened: number | null, end: (phase: Phase) => void) {
  useEffect(() => {
    if (opened === null) return;
    const endAs = (phase: Phase) => {
      forgetAppSignOn();
      end(phase);
    };
    const timer = setTimeout(() => endAs('late'), APP_SIGN_ON_MS);
    const stop = listenToClosedBrowser(() => endAs('closed'));
    return () => {
      clearTimeout(timer);
      void stop();
    };
  }, [opened, end]);
}

/** In the mobile app the provider's page opens in the browser of the system, and a link of the app comes back: see `SignIn.tsx`. */
export function SignOnInApp({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const signInWords = useTexts(signInTexts);
  const { to } = useSearch({ strict: false });
  const { ask, isBusy, problem } = useRequest();
  const [phase, setPhase] = useState<Phase>('ready');
  const [opened, setOpened] = useState(0);
  const { email, customer } = state;
  const isWaiting = phase === 'waiting';
  useEnd(isWaiting ? opened : null, setPhase);
  const address = serverOrigin() ?? location.origin;

  async function start() {
    const { verifier, challenge } = await createVerifier();
    const { url, scheme } = await sendCall(startSignOnInApp, { customCode: customer.code, email, challenge });
    if (scheme !== appScheme()) return setPhase('otherApp');
    if (!rememberAppSignOn({ verifier, to, email })) return setPhase('notSaved');
    try {
      await openInSystemBrowser(url, scheme);
      setOpened((count) => count + 1);
      setPhase('waiting');
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      notePluginError(error);
      forgetAppSignOn();
      setPhase('noBrowser');
    }
  }
  const cancel = () => {
    forgetAppSignOn();
    setPhase('ready');
  };

  return (
    <StepBody>
      <BackButton />
      <StepTitle key={phase}>{isWaiting ? t('waiting') : t('title', { company: customer.name })}</StepTitle>
      <Intro>{t(isWaiting ? 'waitingLine' : 'line', { email })}</Intro>
      {phase !== 'ready' && !isWaiting && <StepNote>{t(phase, { address })}</StepNote>}
      <ProblemLine id="sign-on-problem" problem={problem} say={t} />
      <ProblemLine id="code-problem" problem={state.problem} say={signInWords} />
      <Gap />
      <MainButton aria-disabled={isBusy} onClick={() => void ask(start)}>
        {t(isBusy ? 'opening' : isWaiting ? 'openAgain' : 'continue')}
      </MainButton>
      {isWaiting ? (
        <OtherButton onClick={cancel}>{t('cancel')}</OtherButton>
      ) : (
        <>
          {customer.singleSignOn !== 'required' && (
            <OtherButton aria-disabled={state.isBusy} onClick={() => void flow.sendCode()}>
              {t('code')}
            </OtherButton>
          )}
          <OtherButton onClick={goBack}>{t('changeEmail')}</OtherButton>
        </>
      )}
    </StepBody>
  );
}
