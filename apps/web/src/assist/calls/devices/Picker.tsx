import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../../shared/i18n';
import type { DeviceKind } from '../../../platform';
import { type CallText, texts } from '../texts';
import { type FoundDevice, namesOf } from './device-list';
import styles from './devices.module.css';

const words = {
  camera: 'deviceCamera',
  arCamera: 'deviceArCamera',
  microphone: 'deviceMicrophone',
  speaker: 'deviceSpeaker',
} as const satisfies Record<DeviceKind, CallText>;

interface PickerProps {
  readonly kind: DeviceKind;
  readonly found: readonly FoundDevice[];
  readonly chosen: string | null;
  /** The device that is used if none is chosen; null: it is not known. */
  readonly inUse: FoundDevice | null;
  readonly onChoose: (id: string | null) => void;
}

/** Picks a camera, microphone or loudspeaker, or the browser's default. */
export function Picker({ kind, found, chosen, inUse, onChoose }: PickerProps) {
  const say = useTexts(texts);
  const id = useId();
  const label = say(words[kind]);
  const names = namesOf(found, { user: say('front'), environment: say('back'), unnamed: label });
  const used = names[inUse === null ? -1 : found.indexOf(inUse)];
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
      >
        <option value="">{used === undefined ? say('automatic') : say('automaticNamed', { name: used })}</option>
        {found.map((device, index) => (
          <option key={device.id} value={device.id}>
            {names[index]}
          </option>
        ))}
      </select>
      <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
    </div>
  );
}
