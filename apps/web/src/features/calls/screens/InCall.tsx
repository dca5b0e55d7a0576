import { useRef, useState } from 'react';
import { useTexts } from '../../../app/i18n';
import { useIsDesktop } from '../../../ui/use-media';
import { useTakeOver } from '../logic/use-take-over';
import { PeopleSound } from '../parts/PeopleSound';
import { texts } from '../texts';
import { InCallDesk } from './InCallDesk';
import { InCallPhone } from './InCallPhone';
import styles from './in-call.module.css';
import { PermissionCard } from './PermissionCard';
import { type InCallProps, useInCall } from './use-in-call';

/** The call itself. The stage is always dark, so that the picture is what one sees. */
export function InCall(props: InCallProps) {
  const say = useTexts(texts);
  const isDesktop = useIsDesktop();
  const model = useInCall(props);
  const screen = useRef<HTMLDivElement>(null);
  const { view, actions, me } = props;
  const { cameraProblem, microphoneProblem } = view.local;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
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
        data-flights
        data-theme="dark"
        data-density={isDesktop ? 'desk' : 'touch'}
      >
        <PeopleSound people={view.people} />
        <Layout model={model} onHowToAllow={() => setIsHelpOpen(true)} />
      </div>
      {isHelpOpen && (
        <PermissionCard
          state="refused"
          device={cameraProblem === 'refused' ? 'camera' : 'microphone'}
          amAssisted={me.role.code === 'ASSISTED'}
          onAllow={() => {
            setIsHelpOpen(false);
            if (cameraProblem) actions.setVideo(true);
            if (microphoneProblem) actions.setAudio(true);
          }}
          onGoOn={() => setIsHelpOpen(false)}
          onCancel={() => setIsHelpOpen(false)}
        />
      )}
    </>
  );
}
