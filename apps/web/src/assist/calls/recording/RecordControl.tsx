import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { DeskControl } from '../screens/DeskControl';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

/** Starts and stops the recording on a desktop, or says why there is none. */
export function RecordControl({ model: { view, toggleRecording } }: { readonly model: InCallModel }) {
  const say = useTexts(texts);
  const { own, problem } = view.recording;
  if (!view.me.isController) return null;
  const isOff = own === 'off';
  return (
    <DeskControl
      word={isOff ? say('record') : say('stop')}
      name={isOff ? say('recordCall') : say('stopRecording')}
      {...(problem === 'unsupported' && { tip: say('unsupported') })}
      keyName="R"
      Icon={isOff ? IconPlayerRecord : IconPlayerStop}
      isStop={!isOff}
      disabled={toggleRecording === null}
      onClick={() => toggleRecording?.()}
    />
  );
}
