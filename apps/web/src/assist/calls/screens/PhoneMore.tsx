import type { Snapshot } from '@earth/calls';
import { IconDots, IconScreenShare, IconSettings, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { Dialog } from '../../../ui/overlay/Dialog';
import { texts as liveTexts } from '../live/texts';
import type { Control } from '../parts/use-controls';
import { useSnapshotActs } from '../parts/use-snapshot-acts';
import { texts as peopleTexts } from '../people/texts';
import { texts } from '../texts';
import phone from './phone.module.css';
import styles from './phone-more.module.css';
import type { LayoutProps } from './use-in-call';

interface MoreAct {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
}

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Beside a snapshot a phone shows these controls; hands are shown over it, too (AR). The others are in «More». */
export const isBesideSnapshot = ({ id }: Pick<Control, 'id'>) => id === 'microphone' || id === 'camera' || id === 'ar';

/** The controls that a phone has no room for beside a snapshot. */
function useOtherActs({ model, onDevices, onAddPerson }: PhoneMoreProps): readonly MoreAct[] {
  const say = useTexts(texts);
  const sayLive = useTexts(liveTexts);
  const sayPeople = useTexts(peopleTexts);
  const { controls, toggleScreen, view } = model;
  const screenWords = view.local.isScreen ? sayLive('stopScreen') : sayLive('shareScreen');
  return [
    ...controls
      .filter((control) => !isBesideSnapshot(control))
      .map(({ id, name, Icon, act }) => ({ id, label: name, icon: <Icon {...icon} />, act })),
    ...(toggleScreen
      ? [{ id: 'screen', label: screenWords, icon: <IconScreenShare {...icon} />, act: toggleScreen }]
      : []),
    { id: 'devices', label: say('devices'), icon: <IconSettings {...icon} />, act: onDevices },
    ...(onAddPerson
      ? [{ id: 'add', label: sayPeople('addPerson'), icon: <IconUserPlus {...icon} />, act: onAddPerson }]
      : []),
  ];
}

interface PhoneMoreProps extends Pick<LayoutProps, 'model' | 'onDevices' | 'onAddPerson'> {
  readonly snapshot: Snapshot;
}

/** «More»: what can be done with the snapshot on the stage and with the call, in words. */
export function PhoneMore(props: PhoneMoreProps) {
  const say = useTexts(texts);
  const [isOpen, open] = useState(false);
  const { model, snapshot } = props;
  const { acts, question } = useSnapshotActs(model, snapshot);
  const others = useOtherActs(props);
  return (
    <>
      <button type="button" className={phone.control} aria-haspopup="dialog" onClick={() => open(true)}>
        <IconDots size={28} stroke={1.75} />
        <span>{say('more')}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={() => open(false)} title={say('more')}>
        <ul className={styles.acts}>
          {[...acts, ...others].map(({ id, label, icon: picture, act }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.act}
                data-danger={id === 'delete' || undefined}
                onClick={() => {
                  open(false);
                  act();
                }}
              >
                {picture}
                {label}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
      {question}
    </>
  );
}
