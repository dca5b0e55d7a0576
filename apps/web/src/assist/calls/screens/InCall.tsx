import { useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { isGuestPage } from '../../../platform';
import { useIsDesktop } from '../../../shared/use-media';
import { usePointedElsewhere } from '../drawing/use-pointed-elsewhere';
import { DevicesDialog } from '../devices/DevicesDialog';
import { useSpeaker } from '../devices/speaker';
import { CameraQuestion } from '../live/OwnCamera';
import { useTakeOver } from '../model/use-take-over';
import type { Device } from '../parts/use-controls';
import { AddPersonDialog } from '../people/AddPersonDialog';
import { NotComing } from '../people/NotComing';
import { useUnanswered } from '../people/use-unanswered';
import { hasRoom } from '../people/who-to-add';
import { RecordingQuestion } from '../recording/RecordingQuestion';
import { texts } from '../texts';
import { InCallDesk } from './InCallDesk';
import { InCallPhone } from './InCallPhone';
import styles from './screen.module.css';
import { PermissionCard } from './PermissionCard';
import { type InCallProps, type LayoutProps, useInCall } from './use-in-call';

/** The screen during a call. The stage is always dark, so that the picture stands out. */
export function InCall({ onShrink = null, ...props }: InCallProps & Partial<Pick<LayoutProps, 'onShrink'>>) {
  const say = useTexts(texts);
  const isDesktop = useIsDesktop();
  const screen = useRef<HTMLDivElement>(null);
  const { view, actions, me } = props;
  const [refused, setRefused] = useState<Device | null>(null);
  const [areDevicesOpen, showDevices] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const speaker = useSpeaker();
  const model = useInCall(props, setRefused);
  const unanswered = useUnanswered(view.unanswered, actions.addPeople);
  usePointedElsewhere(model);
  useTakeOver(screen);
  const Layout = isDesktop ? InCallDesk : InCallPhone;
  return (
    <>
      <div
        ref={screen}
        className={styles.screen}
        role="dialog"
        aria-modal="true"
        aria-label={say('callWith', { name: model.firstNames })}
        tabIndex={-1}
        inert={areDevicesOpen || isAdding}
        data-flights
        data-theme="dark"
        data-density={isDesktop ? 'desk' : 'touch'}
      >
        <Layout
          model={model}
          isSpeakerGone={speaker.isGone}
          onHowToAllow={setRefused}
          onDevices={() => showDevices(true)}
          onShrink={isGuestPage ? null : onShrink}
          onAddPerson={!isGuestPage && hasRoom(view.people, view.maxUsers) ? () => setAdding(true) : null}
        />
        <NotComing people={unanswered.said} />
      </div>
      <CameraQuestion model={model} />
      <RecordingQuestion model={model} />
      {areDevicesOpen && (
        <DevicesDialog onClose={() => showDevices(false)} me={me} call={{ local: view.local, ...actions }} />
      )}
      {isAdding && (
        <AddPersonDialog
          me={me}
          callId={view.call.uniqueId}
          present={view.people}
          onAdd={unanswered.add}
          onClose={() => setAdding(false)}
        />
      )}
      {refused && (
        <PermissionCard
          state="refused"
          device={refused}
          amAssisted={me.role.code === 'ASSISTED'}
          onAllow={() => {
            setRefused(null);
            if (refused === 'camera') actions.setVideo(true);
            else actions.setAudio(true);
          }}
          onGoOn={() => setRefused(null)}
          onCancel={() => setRefused(null)}
        />
      )}
    </>
  );
}
