import { IconVideoFilled } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useReach } from '../../../shared/use-reach';
import { readHost, useMe } from '../../../platform';
import { hasBeenInCall, recordInCall } from '../../../platform/session/guest-call';
import { useScope, useScoped } from '../../../platform/session/scope-context';
import type { SessionScope } from '../../../platform/session/session-scope';
import { OfflineBar } from '../../../ui/feedback/OfflineBar';
import { CallLayer, createCalls } from '../../../assist/calls';
import { Gap, MainButton, StepBody } from '../StepParts';
import { StepHead } from '../StepHead';
import { goOnline } from './go-online';
import { texts } from './texts';

/** Rings the host, or joins the call in which the link was made: the server decides. */
export function callHost(scope: SessionScope) {
  const host = readHost();
  if (host) scope.get(createCalls).call({ targets: [host], subject: '' });
}

interface InsideProps {
  /** The guest is in the call, or was before a reload: a call that is full or over refuses them. */
  readonly onInCall: () => void;
}

/** The screen behind the call, and between two tries. */
export function Inside({ onInCall }: InsideProps) {
  const t = useTexts(texts);
  const me = useMe();
  const scope = useScope();
  const reach = useReach();
  const host = readHost()?.name ?? '';
  const inside = t('insideTitle', { name: me.name });
  const calls = useScoped(createCalls);
  const isCalling = useSyncExternalStore(
    calls.subscribe,
    () => calls.isBeginning() || calls.getView().phase === 'calling',
  );
  const isInCall = useSyncExternalStore(calls.subscribe, () => calls.getView().phase === 'inCall');
  useEffect(goOnline, []);
  useEffect(() => {
    if (isInCall) recordInCall();
    if (hasBeenInCall()) onInCall();
  }, [isInCall, onInCall]);
  return (
    <>
      <OfflineBar reach={reach} />
      <StepBody>
        {isCalling ? (
          <StepHead title={t('calling', { host })} line={inside} />
        ) : (
          <>
            <StepHead title={inside} line={t('insideLine', { host })} />
            <Gap />
            <MainButton icon={<IconVideoFilled size={22} />} onClick={() => callHost(scope)}>
              {t('call', { host })}
            </MainButton>
          </>
        )}
      </StepBody>
      <CallLayer />
    </>
  );
}
