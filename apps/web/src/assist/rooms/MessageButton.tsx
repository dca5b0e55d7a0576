import type { Contact } from '@earth/contracts';
import { IconMessage } from '@tabler/icons-react';
import { IconButton } from '../../ui/controls/IconButton';
import { useTexts } from '../../shared/i18n';
import { useOpenRoom } from './open-room';
import { texts } from '../../shared/texts';

interface MessageButtonProps {
  readonly person: Contact;
  readonly isField?: boolean;
}

/** Opens the room with a colleague. */
export function MessageButton({ person, isField = false }: MessageButtonProps) {
  const t = useTexts(texts);
  const { open, mayWrite } = useOpenRoom();
  if (!mayWrite(person)) return null;
  return (
    <IconButton
      label={t('messagePerson', { name: person.name })}
      icon={<IconMessage size={isField ? 24 : 20} stroke={1.75} aria-hidden="true" />}
      isField={isField}
      tipPosition="left"
      onClick={() => void open(person)}
    />
  );
}
