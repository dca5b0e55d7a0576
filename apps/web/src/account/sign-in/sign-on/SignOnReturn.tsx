import { finishSignOn, finishSignOnInApp, SIGN_ON_APP } from '@earth/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, sendCall, session, thisDevice } from '../../../platform';
import { takeAppSignOn } from '../../../platform/session/app-sign-on';
import { takeSignOn } from '../../../platform/session/sign-on-memory';
import { useTexts } from '../../../shared/i18n';
import { useRefusalWords } from '../../../shared/use-request';
import { ProblemLine } from '../../../ui/controls/Field';
import { LookingStep } from '../LookingStep';
import { Gap, MainButton, StepBody, StepTitle } from '../StepParts';
import { texts } from './texts';

interface ReturnProps {
  readonly ticket: string;
  readonly onBack: () => void;
}

/** Takes what was kept of the sign-in that the ticket ends. */
function takeStarted(ticket: string) {
  const device = thisDevice();
  if (ticket.startsWith(SIGN_ON_APP)) {
    const started = takeAppSignOn();
    const shown = { ticket, verifier: started?.verifier ?? '' };
    return { started, finish: () => sendCall(finishSignOnInApp, { ...shown, ...device }) };
  }
  const started = takeSignOn();
  const shown = { ticket, secret: started?.secret ?? '' };
  return { started, finish: () => sendCall(finishSignOn, { ...shown, ...device }) };
}

/** The browser, or the link of the mobile app, comes back from an identity provider: the user is signed in, or learns why not. */
export function SignOnReturn({ ticket, onBack }: ReturnProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const wordsOf = useRefusalWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [{ started, finish }] = useState(() => takeStarted(ticket));
  const isBegun = useRef(false);
  useEffect(() => {
    // A ticket is valid once.
    if (isBegun.current) return;
    isBegun.current = true;
    const signIn = async () => {
      await navigate({ to: '/login/', search: { to: started?.to }, replace: true });
      await session.save(await finish());
    };
    signIn().catch((error: unknown) => setProblem(error instanceof ApiError ? wordsOf(error) : t('notSaved')));
  });
  if (problem === null) return <LookingStep />;
  const goOn = () => {
    onBack();
    const hash = started?.email === undefined ? '' : new URLSearchParams({ email: started.email }).toString();
    void navigate({ to: '/login/', search: { to: started?.to }, hash, replace: true });
  };
  return (
    <StepBody>
      <StepTitle>{t('failed')}</StepTitle>
      <ProblemLine id="sign-on-problem" problem={{ words: problem }} say={t} />
      <Gap />
      <MainButton onClick={goOn}>{t('again')}</MainButton>
    </StepBody>
  );
}
