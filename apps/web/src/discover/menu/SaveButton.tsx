import type { ContentItem } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { favouriteAdded } from '../../shared/analytics';
import { removeSaved, saveContent, useIsSaved } from '../lists/model/saved-contents';
import { IconButton } from '../../ui/controls/IconButton';
import { showToast } from '../../shared/toast';
import styles from './SaveButton.module.css';
import { texts } from './texts';

/** Saves a content on this device, or removes it; both can be undone. */
export function SaveButton({ item }: { readonly item: ContentItem }) {
  const t = useTexts(texts);
  const { id, title } = item.content;
  const isSaved = useIsSaved(id);
  const Icon = isSaved ? IconStarFilled : IconStar;
  function toggle() {
    if (isSaved) {
      showToast(t('removed'), { label: t('undo'), run: removeSaved(id) });
      return;
    }
    try {
      saveContent(item);
      favouriteAdded(item.content);
    } catch {
      showToast(t('notKept'));
    }
  }
  return (
    <IconButton
      isField
      label={t('save', { title })}
      icon={<Icon size={24} stroke={1.75} aria-hidden="true" />}
      aria-pressed={isSaved}
      className={isSaved ? styles.saved : undefined}
      onClick={toggle}
    />
  );
}
