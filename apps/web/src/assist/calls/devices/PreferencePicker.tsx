import type { LocalMedia } from '@earth/calls';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './devices.module.css';

type Preference = LocalMedia['prefers'];

const toPreference = (value: string): Preference => (value === 'sharp' || value === 'smooth' ? value : null);

interface PreferencePickerProps {
  readonly chosen: Preference;
  readonly onChoose: (prefers: Preference) => void;
}

/** Picks what of the others' pictures is kept on a weak connection: details or movement. */
export function PreferencePicker({ chosen, onChoose }: PreferencePickerProps) {
  const say = useTexts(texts);
  const id = useId();
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{say('othersVideo')}</label>
      <select
        id={id}
        className={styles.select}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(toPreference(value))}
      >
        <option value="">{say('automatic')}</option>
        <option value="sharp">{say('preferSharp')}</option>
        <option value="smooth">{say('preferSmooth')}</option>
      </select>
      <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
    </div>
  );
}
