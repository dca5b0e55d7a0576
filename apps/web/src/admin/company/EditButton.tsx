import { IconPencil } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { IconButton } from '../../ui/controls/IconButton';
import { texts } from './texts';

/** The pencil of a row. */
export function EditButton({ name, onEdit }: { readonly name: string; readonly onEdit: () => void }) {
  const t = useTexts(texts);
  return (
    <IconButton
      label={t('changeNamed', { name })}
      icon={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
      isQuiet
      onClick={onEdit}
    />
  );
}
