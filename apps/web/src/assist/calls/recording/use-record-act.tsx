import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import type { SheetAction } from '../../../ui/overlay/ActionSheet';
import type { InCallModel } from '../screens/use-in-call';
import { texts } from './texts';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** The recording in «More» of a phone, or why there is none. */
export function useRecordAct({ view, toggleRecording }: InCallModel): readonly SheetAction[] {
  const say = useTexts(texts);
  if (!view.me.isController) return [];
  const isOff = view.recording.own === 'off';
  return [
    {
      id: 'record',
      label: isOff ? say('recordCall') : say('stopRecording'),
      icon: isOff ? <IconPlayerRecord {...icon} /> : <IconPlayerStop {...icon} />,
      isDanger: !isOff,
      act: toggleRecording ?? (() => showToast(say('unsupported'))),
    },
  ];
}
