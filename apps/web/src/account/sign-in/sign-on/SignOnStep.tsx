import { startSignOn } from '@earth/contracts';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform';
import { isInShell } from '../../../platform/native/shell';
import { rememberSignOn } from '../../../platform/session/sign-on-memory';
import { useTexts } from '../../../shared/i18n';
import { useRequest } from '../../../shared/use-request';
import { ProblemLine } from '../../../ui/controls/Field';
import { BackButton, goBack } from '../BackButton';
import { Gap, Intro, MainButton, OtherButton, StepBody, StepTitle } from '../StepParts';
import { texts as signInTexts } from '../texts';
import { SignOnInApp, type StepProps } from './SignOnInApp';
import { texts } from './texts';

export const SignOnStep = (props: StepProps) =>
  isInShell() ? <SignOnInApp {...props} /> : <SignOnInPage {...props} />;

/** Leads to the page of the customer's identity provider: at once if there is no other way. */
function SignOnInPage({ flow, state }: StepProps) {
  const t = useTexts(texts);
  const signInWords = useTexts(signInTexts);
  const { to } = useSearch({ strict: false });
  const { ask, isBusy, problem } = useRequest();
  const [isForgotten, setForgotten] = useState(false);
  const { email, customer } = state;
  const isRequired = customer.singleSignOn === 'required';
  const go = () =>
    ask(async () => {
      setForgotten(false);
      const { url, secret } = await sendCall(startSignOn, { customCode: customer.code, email });
      const isKept = rememberSignOn({ secret, to, email });
      setForgotten(!isKept);
      if (isKept) location.assign(url);
    });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || !isRequired) return;
    isBegun.current = true;
    void go();
  });
  return (
    <StepBody>
      <BackButton />
      <StepTitle>{t('title', { company: customer.name })}</StepTitle>
      <Intro>{t('line', { email })}</Intro>
      <ProblemLine id="sign-on-problem" problem={isForgotten ? { text: 'notSaved' } : problem} say={t} />
      <ProblemLine id="code-problem" problem={state.problem} say={signInWords} />
      <Gap />
      <MainButton aria-disabled={isBusy} onClick={() => void go()}>
        {t(isBusy ? 'opening' : 'continue')}
      </MainButton>
      {!isRequired && (
        <OtherButton aria-disabled={state.isBusy} onClick={() => void flow.sendCode()}>
          {t('code')}
        </OtherButton>
      )}
      <OtherButton onClick={goBack}>{t('changeEmail')}</OtherButton>
    </StepBody>
  );
}
