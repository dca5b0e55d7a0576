import { IconVideo } from '@tabler/icons-react';
import { IconButton } from '../../ui/controls/IconButton';
import { type CallWish, usePlaceCall } from './place-call';

export interface CallButtonProps {
  /** The accessible label, with the name of the person who is called. */
  readonly label: string;
  readonly wish: CallWish;
  readonly isField?: boolean;
  readonly isQuiet?: boolean;
}

/** Calls at once. If the user may not call, pressing it shows the reason. */
export function CallButton({ label, wish, isField = false, isQuiet = false }: CallButtonProps) {
  const { reason, place } = usePlaceCall();
  return (
    <IconButton
      label={label}
      icon={<IconVideo size={isField ? 24 : 20} stroke={1.75} aria-hidden="true" />}
      isField={isField}
      isQuiet={isQuiet}
      tipPosition="left"
      aria-disabled={reason !== null}
      onClick={() => place(wish)}
    />
  );
}
