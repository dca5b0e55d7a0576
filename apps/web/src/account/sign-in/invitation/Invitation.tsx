import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { api, session, thisDevice, useSession } from '../../../platform';
import { Failed } from '../../../ui/feedback/Notice';
import { Frame } from '../Frame';
import { LookingStep } from '../LookingStep';
import { EnterStep } from './EnterStep';
import { createInvitationFlow, type InvitationFlow, type InvitationState } from './invitation-flow';
import { OfferStep } from './OfferStep';
import { OverStep } from './OverStep';
import { texts } from './texts';

/** From the fragment, so the server does not see it. Uses the raw location, because the router may decode the value twice. */
function readLink() {
  const link = new URLSearchParams(window.location.hash.slice(1));
  return { email: link.get('email') ?? '', invitationCode: link.get('code') ?? '' };
}

const createFlow = () =>
  createInvitationFlow(
    {
      readInvitation: (held) => api.readInvitation(held),
      register: (held) => api.register({ ...held, ...thisDevice() }),
      save: session.save,
      signOut: session.signOut,
    },
    readLink(),
  );

function Step({ flow, state }: { readonly flow: InvitationFlow; readonly state: InvitationState }) {
  const t = useTexts(texts);
  switch (state.step) {
    case 'enter':
      return <EnterStep flow={flow} state={state} />;
    case 'looking':
      return state.isSilent ? <Failed title={t('silent')} onRetry={() => void flow.lookUp()} /> : <LookingStep />;
    case 'offer':
      return <OfferStep flow={flow} state={state} />;
    case 'over':
      return <OverStep flow={flow} state={state} />;
    case 'signOn':
    case 'done':
      return null;
  }
}

function OneInvitation() {
  const t = useTexts(texts);
  const [flow] = useState(createFlow);
  const state = useStore(flow.store);
  const navigate = useNavigate();
  const isStarting = useSession((current) => current.status === 'starting');
  const isDone = state.step === 'done';
  const signOnEmail = state.step === 'signOn' ? state.email : null;
  useTitle(t('title'));
  useEffect(() => {
    if (flow.store.getState().step === 'looking') void flow.lookUp();
  }, [flow]);
  useEffect(() => {
    if (isDone) void navigate({ to: '/', replace: true });
  }, [isDone, navigate]);
  useEffect(() => {
    if (signOnEmail === null) return;
    const hash = new URLSearchParams({ email: signOnEmail }).toString();
    void navigate({ to: '/login/', search: {}, hash, replace: true });
  }, [signOnEmail, navigate]);
  if (isStarting || isDone || signOnEmail !== null) return null;
  return (
    <Frame>
      <Step flow={flow} state={state} />
    </Frame>
  );
}

/** The target of an invitation link. Another link opened on the same page starts the flow again. */
export function Invitation() {
  const link = useLocation({ select: (location) => location.hash });
  return <OneInvitation key={link} />;
}
