import { IconLink } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { texts } from './texts';

/** Opens the invitation of a guest without an account. */
export function LinkButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTexts(texts);
  return (
    <LineButton icon={<IconLink size={20} stroke={1.75} aria-hidden="true" />} onClick={onClick}>
      {t('invite')}
    </LineButton>
  );
}
