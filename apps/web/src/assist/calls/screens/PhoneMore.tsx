import type { Snapshot } from '@earth/calls';
import {
  IconDots,
  IconLock,
  IconPictureInPicture,
  IconScreenShare,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { ActionSheet, type SheetAction } from '../../../ui/overlay/ActionSheet';
import { texts as floatingTexts } from '../floating/texts';
import { texts as liveTexts } from '../live/texts';
import { useEncryptionWords } from '../parts/Lock';
import type { Control } from '../parts/use-controls';
import { useSnapshotActs } from '../parts/use-snapshot-acts';
import { texts as peopleTexts } from '../people/texts';
import { useRecordAct } from '../recording/use-record-act';
import { texts } from '../texts';
import styles from './phone.module.css';
import type { LayoutProps } from './use-in-call';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Beside a snapshot a phone shows these controls; hands are shown over it, too (AR). The others are in «More». */
export const isBesideSnapshot = ({ id }: Pick<Control, 'id'>) => id === 'microphone' || id === 'camera' || id === 'ar';

type RareProps = Pick<LayoutProps, 'model' | 'onDevices' | 'onAddPerson'>;

/** What a phone shows nowhere but in «More». */
function useRareActs({ model, onDevices, onAddPerson }: RareProps): readonly SheetAction[] {
  const { floating } = model;
  const recording = useRecordAct(model);
  const say = useTexts(texts);
  const sayPeople = useTexts(peopleTexts);
  const sayFloating = useTexts(floatingTexts);
  return [
    ...(floating
      ? [
          {
            id: 'float',
            label: sayFloating('float'),
            icon: <IconPictureInPicture {...icon} />,
            act: floating.toggle,
          },
        ]
      : []),
    ...recording,
    { id: 'devices', label: say('devices'), icon: <IconSettings {...icon} />, act: onDevices },
    ...(onAddPerson
      ? [{ id: 'add', label: sayPeople('addPerson'), icon: <IconUserPlus {...icon} />, act: onAddPerson }]
      : []),
  ];
}

interface OtherActsProps extends RareProps {
  readonly onExplain: () => void;
}

/** The controls that a phone has no room for beside a snapshot. */
function useOtherActs({ onExplain, ...props }: OtherActsProps): readonly SheetAction[] {
  const say = useTexts(texts);
  const sayLive = useTexts(liveTexts);
  const rare = useRareActs(props);
  const { controls, toggleScreen, view } = props.model;
  const screenWords = view.local.isScreen ? sayLive('stopScreen') : sayLive('shareScreen');
  return [
    ...controls
      .filter((control) => !isBesideSnapshot(control))
      .map(({ id, name, tip, Icon, act }) => ({ id, label: tip ?? name, icon: <Icon {...icon} />, act })),
    ...(toggleScreen
      ? [{ id: 'screen', label: screenWords, icon: <IconScreenShare {...icon} />, act: toggleScreen }]
      : []),
    ...rare,
    ...(props.model.isEncrypted
      ? [{ id: 'encrypted', label: say('encryptedMore'), icon: <IconLock {...icon} />, act: onExplain }]
      : []),
  ];
}

/** «More» over the live picture. */
export function LiveMore(props: RareProps) {
  const say = useTexts(texts);
  const [isOpen, open] = useState(false);
  const acts = useRareActs(props);
  return (
    <>
      <button
        type="button"
        className={styles.devices}
        aria-label={say('more')}
        aria-haspopup="dialog"
        onClick={() => open(true)}
      >
        <IconDots size={24} stroke={1.75} />
      </button>
      <ActionSheet isOpen={isOpen} title={say('more')} actions={acts} onClose={() => open(false)} />
    </>
  );
}

interface PhoneMoreProps extends RareProps {
  readonly snapshot: Snapshot;
}

/** «More»: what can be done with the snapshot on the stage and with the call, in words. */
export function PhoneMore(props: PhoneMoreProps) {
  const say = useTexts(texts);
  const [isOpen, open] = useState(false);
  const { model, snapshot } = props;
  const { acts, question } = useSnapshotActs(model, snapshot);
  const encryption = useEncryptionWords(model.others);
  const others = useOtherActs({ ...props, onExplain: encryption.open });
  return (
    <>
      <button type="button" className={styles.control} aria-haspopup="dialog" onClick={() => open(true)}>
        <IconDots size={28} stroke={1.75} />
        <span>{say('more')}</span>
      </button>
      <ActionSheet isOpen={isOpen} title={say('more')} actions={[...acts, ...others]} onClose={() => open(false)} />
      {question}
      {encryption.dialog}
    </>
  );
}
