import { IconPlayerPause, IconPointer, IconScreenShare, IconScreenShareOff } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { DeskControl } from '../screens/DeskControl';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** The controls for the live picture on a desktop. */
export function LiveControls({ model }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { view, isPointing, togglePointing, freeze, toggleScreen, canTake, shown } = model;
  return (
    <>
      <DeskControl
        word={say('point')}
        name={say('pointLong')}
        tip={view.me.mayDraw ? say('pointOrDraw') : say('pointLong')}
        keyName="P"
        Icon={IconPointer}
        isOn={isPointing && shown === null}
        isSwitch
        disabled={!canTake || shown !== null}
        onClick={togglePointing}
      />
      {view.me.isController && (
        <DeskControl
          word={say('freeze')}
          name={say('freezeLong')}
          keyName="F"
          Icon={IconPlayerPause}
          disabled={freeze === null}
          onClick={() => freeze?.()}
        />
      )}
      {toggleScreen && (
        <DeskControl
          word={say('screen')}
          name={view.local.isScreen ? say('stopScreen') : say('shareScreen')}
          keyName="D"
          Icon={view.local.isScreen ? IconScreenShareOff : IconScreenShare}
          isOn={view.local.isScreen}
          onClick={toggleScreen}
        />
      )}
    </>
  );
}
