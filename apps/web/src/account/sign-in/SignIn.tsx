import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { api, getConfig, session, thisDevice, useSession } from '../../platform';
import { CodeStep } from './CodeStep';
import { CustomerStep } from './CustomerStep';
import { Frame } from './Frame';
import { EmailStep } from './EmailStep';
import { SignOnReturn, SignOnStep } from './lazy-sign-on';
import { createSignInFlow } from './sign-in-flow';
import { texts } from './texts';

const createFlow = () =>
  createSignInFlow({
    checkEmail: ({ email }) => api.checkEmail({ email, deviceId: thisDevice().deviceId, appCode: getConfig().appCode }),
    confirmCode: (input) => api.confirmCode({ ...input, deviceId: thisDevice().deviceId }),
    signIn: (input) => api.signIn({ ...input, ...thisDevice() }),
    save: session.save,
    now: () => Date.now(),
    resendSeconds: () => getConfig().codeResendSeconds,
  });

/** Redirects a signed-in user to the page that required the sign-in, or to the first page. That page also unlocks the keys. */
function useRedirect() {
  const { to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isSignedIn = useSession((state) => state.status === 'signedIn' || state.status === 'locked');
  useEffect(() => {
    if (isSignedIn) void navigate({ href: to ?? '/', replace: true });
  }, [isSignedIn, to, navigate]);
  return isSignedIn;
}

/** The browser's back button returns from the code to the e-mail step, instead of leaving the app. */
function useBackToEmail(isPastEmail: boolean, changeEmail: () => void) {
  useEffect(() => {
    if (!isPastEmail) return;
    history.pushState(history.state, '');
    addEventListener('popstate', changeEmail);
    return () => removeEventListener('popstate', changeEmail);
  }, [isPastEmail, changeEmail]);
}

/** Fills in the address of a user who has signed out to sign in again. */
function useGivenEmail(setEmail: (email: string) => void) {
  const given = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('email') });
  useEffect(() => {
    if (given !== null) setEmail(given);
  }, [given, setEmail]);
}

/** The ticket with which an identity provider's answer is fetched. `SignOnReturn` takes it out of the address. */
function useTicket() {
  const ticket = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('signOn') });
  const [taken, take] = useState(ticket);
  // A link brings it to the mobile app, whose page is there already.
  if (ticket !== null && ticket !== taken) take(ticket);
  return { ticket: taken, forgetTicket: () => take(null) };
}

export function SignIn() {
  const t = useTexts(texts);
  const [flow] = useState(createFlow);
  const state = useStore(flow.store);
  const isStarting = useSession((current) => current.status === 'starting');
  const isSignedIn = useRedirect();
  const { ticket, forgetTicket } = useTicket();
  useGivenEmail(flow.setEmail);
  useBackToEmail(state.step !== 'email', flow.changeEmail);
  useTitle(t(state.step === 'code' ? 'codeTitle' : 'title'));
  const isShown = !isStarting && !isSignedIn;
  useScreenView(isShown ? 'Login' : null);
  if (!isShown) return null;
  if (ticket !== null)
    return (
      <Frame isCoverAside>
        <SignOnReturn key={ticket} ticket={ticket} onBack={forgetTicket} />
      </Frame>
    );
  return (
    <Frame isCoverAside={state.step !== 'email'}>
      {state.step === 'email' && <EmailStep flow={flow} state={state} />}
      {state.step === 'customer' && <CustomerStep flow={flow} state={state} />}
      {state.step === 'signOn' && <SignOnStep flow={flow} state={state} />}
      {state.step === 'code' && <CodeStep flow={flow} state={state} />}
    </Frame>
  );
}
