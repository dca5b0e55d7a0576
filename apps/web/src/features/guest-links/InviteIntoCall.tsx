import { IconLink } from '@tabler/icons-react';
import { useTexts } from '../../app/i18n';
import { LineButton } from '../../ui/Button';
import { texts } from './texts';

/** The other way to add somebody to a call. */
export function InviteIntoCall({ onClick }: { readonly onClick: () => void }) {
  const t = useTexts(texts);
  return (
    <LineButton icon={<IconLink size={20} stroke={1.75} aria-hidden="true" />} onClick={onClick}>
      {t('invite')}
    </LineButton>
  );
}
