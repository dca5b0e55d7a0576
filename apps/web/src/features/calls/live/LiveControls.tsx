import { IconPointer } from '@tabler/icons-react';
import { useTexts } from '../../../app/i18n';
import { DeskControl } from '../screens/DeskControl';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** What a desk does with the live picture. */
export function LiveControls({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { isPointing, togglePointing, canTake, shown } = model;
  return (
    <DeskControl
      word={say('point')}
      name={say('pointLong')}
      keyName="P"
      Icon={IconPointer}
      isOn={isPointing}
      disabled={!canTake || shown !== null}
      onClick={togglePointing}
    />
  );
}
