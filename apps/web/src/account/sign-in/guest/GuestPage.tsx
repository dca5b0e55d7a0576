import { rateAsGuest } from '@earth/contracts';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import {
  api,
  currentScope,
  readRatingToken,
  saveGuest,
  sendCall,
  session,
  thisDevice,
  useSession,
} from '../../../platform';
import { Failed } from '../../../ui/feedback/Notice';
import { Frame } from '../Frame';
import { LookingStep } from '../LookingStep';
import { EnterStep } from './EnterStep';
import { createGuestFlow, type GuestFlow, type GuestState } from './guest-flow';
import { callHost, Inside } from './Inside';
import { OverStep } from './OverStep';
import { texts } from './texts';

/** The code is in the fragment, so the server does not see it. */
const createFlow = () =>
  createGuestFlow(
    {
      readGuestLink: (held) => api.readGuestLink(held),
      enterAsGuest: (held) => api.enterAsGuest({ ...held, ...thisDevice() }),
      async save(entry) {
        await saveGuest(entry);
        callHost(currentScope());
      },
    },
    window.location.hash.slice(1),
    session.store.getState().status === 'signedIn',
  );

interface StepProps {
  readonly flow: GuestFlow;
  readonly state: GuestState;
  /** Null: this page was not in the call. Its token is null if it may not rate. */
  readonly inCall: { readonly ratingToken: string | null } | null;
  readonly onInCall: () => void;
}

const rateWith = (ratingToken: string) => (stars: number) =>
  sendCall(rateAsGuest, { code: window.location.hash.slice(1), ratingToken, stars });

function Step({ flow, state, inCall, onInCall }: StepProps) {
  const t = useTexts(texts);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  switch (state.step) {
    case 'looking':
      return state.isSilent ? <Failed title={t('silent')} onRetry={() => void flow.lookUp()} /> : <LookingStep />;
    case 'enter':
      return <EnterStep flow={flow} state={state} />;
    case 'inside':
      return isSignedIn ? <Inside onInCall={onInCall} /> : null;
    case 'over':
      return (
        <OverStep
          why={state.why}
          wasInCall={inCall !== null}
          onRate={inCall?.ratingToken ? rateWith(inCall.ratingToken) : null}
        />
      );
  }
}

function OneLink() {
  const t = useTexts(texts);
  const [flow] = useState(createFlow);
  const state = useStore(flow.store);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const { step } = state;
  // Read while the session lasts: its end clears what the tab stores.
  const [inCall, setInCall] = useState<StepProps['inCall']>(null);
  const onInCall = useCallback(() => setInCall({ ratingToken: readRatingToken() }), []);
  useTitle(t('title'));
  useEffect(() => {
    if (flow.store.getState().step === 'looking') void flow.lookUp();
  }, [flow]);
  // The server has ended the session, and gives the reason.
  useEffect(() => {
    if (step === 'inside' && !isSignedIn) void flow.lookUp();
  }, [flow, step, isSignedIn]);
  return (
    <Frame>
      <Step flow={flow} state={state} inCall={inCall} onInCall={onInCall} />
    </Frame>
  );
}

/** The target of a guest link. Another link opened on the same page belongs to another call, so the flow starts again. */
export function GuestPage() {
  const link = useLocation({ select: (location) => location.hash });
  const isStarting = useSession(({ status }) => status === 'starting');
  return isStarting ? null : <OneLink key={link} />;
}
