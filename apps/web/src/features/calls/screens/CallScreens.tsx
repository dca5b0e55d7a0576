import type { CallSession } from '@earth/calls';
import { isController, type Profile } from '@earth/contracts';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../app/i18n';
import type { Gate } from '../gate';
import { texts } from '../texts';
import { Calling } from './Calling';
import { Closed } from './Closed';
import { InCall } from './InCall';
import { Incoming } from './Incoming';
import { PermissionCard } from './PermissionCard';
import styles from './screens.module.css';

interface CallScreensProps {
  readonly session: CallSession;
  readonly gate: Gate;
  readonly me: Profile;
}

function Screen({ session, me }: Omit<CallScreensProps, 'gate'>) {
  const view = useSyncExternalStore(session.subscribe, session.getView);
  switch (view.phase) {
    case 'idle':
      return null;
    case 'incoming':
      return <Incoming view={view} actions={session} />;
    case 'calling':
      return <Calling view={view} actions={session} me={me} />;
    case 'inCall':
      return <InCall view={view} actions={session} me={me} />;
    case 'closed':
      return <Closed view={view} actions={session} />;
  }
}

/** Says a call that comes in aloud. It is there before: a region that comes with its words is often not read. */
function Herald({ session }: Pick<CallScreensProps, 'session'>) {
  const say = useTexts(texts);
  const view = useSyncExternalStore(session.subscribe, session.getView);
  return (
    <p role="alert" className={styles.heard}>
      {view.phase === 'incoming' && `${say('incomingFrom', { name: view.call.caller.name })}. ${view.subject ?? ''}`}
    </p>
  );
}

/** Whatever a call shows, over the app, whose page stays as it is. */
export function CallScreens({ session, gate, me }: CallScreensProps) {
  const asked = useSyncExternalStore(gate.subscribe, gate.getState);
  return createPortal(
    <>
      <Herald session={session} />
      <Screen session={session} me={me} />
      {asked.is !== 'away' && (
        <PermissionCard
          state={asked.is}
          device="camera"
          amAssisted={!isController(me.role.code)}
          onAllow={() => void gate.allow()}
          onGoOn={gate.goWithSoundOnly}
          onCancel={gate.cancel}
        />
      )}
    </>,
    document.body,
  );
}
