import { useStore } from 'zustand';
import type { OpenedRoom } from './model/conversation';
import { firstName, formatList } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';

import { useScoped } from '../../platform/session/scope-context';
import { createTyping } from './model/typing';
import styles from './conversation.module.css';
import { texts } from './texts';

/** Who is typing. Its space is reserved, so that the layout does not shift. */
export function Typing({ room }: { readonly room: OpenedRoom }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const ids = useStore(useScoped(createTyping).state, (all) => all[room.uniqueId]);
  const names = room.participants.filter(({ uniqueId }) => ids?.includes(uniqueId)).map(({ name }) => firstName(name));
  const [name = ''] = names;
  return (
    <p className={styles.typing} role="status">
      {names.length === 1 && t('typingOne', { name })}
      {names.length > 1 && t('typingSeveral', { names: formatList(names, language) })}
    </p>
  );
}
