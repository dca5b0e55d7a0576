import { IconMicrophoneOff } from '@tabler/icons-react';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { texts } from '../texts';
import styles from './silent.module.css';
import type { InCallModel } from './use-in-call';

/** The icon beside the name of a muted participant. */
export function Silent({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const silent = model.view.people.find(({ state, hasAudio }) => state === 'joined' && !hasAudio);
  if (!silent) return null;
  const name = say('micOffOf', { name: firstName(silent.contact.name) });
  return <IconMicrophoneOff className={styles.silent} size={16} stroke={1.75} role="img" aria-label={name} />;
}
