import type { Contact } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../../ui/controls/IconButton';
import styles from './people.module.css';
import { texts } from './texts';
import { useFavorites } from './use-favorites';

/** Marks a person as favourite, to be listed first. */
export function FavoriteButton({ person }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const favorites = useFavorites();
  const isFavorite = favorites.has(person.uniqueId);
  const Icon = isFavorite ? IconStarFilled : IconStar;
  return (
    <IconButton
      isField
      label={t('favorite')}
      icon={<Icon size={24} stroke={1.75} aria-hidden="true" />}
      aria-pressed={isFavorite}
      className={isFavorite ? styles.favorite : undefined}
      onClick={() => favorites.mark(person.uniqueId, !isFavorite)}
    />
  );
}
