import { IconVideo } from '@tabler/icons-react';
import { IconButton } from '../../ui/controls/IconButton';
import { type CallWish, usePlaceCall } from './place-call';

export interface CallButtonProps {
  /** What it does, with the name of whom it calls. */
  readonly label: string;
  readonly wish: CallWish;
  readonly isField?: boolean;
  readonly isQuiet?: boolean;
}

/** Calls at once. Where one may not, pressing it says why. */
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
