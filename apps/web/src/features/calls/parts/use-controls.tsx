import type { CallActions, LocalMedia } from '@earth/calls';
import {
  IconCameraRotate,
  IconMicrophone,
  IconMicrophoneOff,
  type IconProps,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTexts } from '../../../app/i18n';
import { texts } from '../texts';

/** A control of one's own camera or microphone, as both layouts show it. */
export interface Control {
  readonly id: 'microphone' | 'camera' | 'flip';
  /** The word under it. */
  readonly word: string;
  /** What it does: its name to a screen reader, and its tooltip. It contains the word. */
  readonly name: string;
  readonly keyName?: string;
  readonly Icon: ComponentType<IconProps>;
  /** What it switches is off: it stands out. */
  readonly isOff: boolean;
  readonly act: () => void;
}

type MediaActions = Pick<CallActions, 'setAudio' | 'setVideo' | 'flipCamera'>;

/** What a person may have to allow. */
export type Device = 'camera' | 'microphone';

/**
 * Mute, Camera and, where there are two cameras, the way to the other one. A device that the browser withholds is not
 * switched on in vain: `onRefused` says how to allow it.
 */
export function useControls(
  local: LocalMedia,
  actions: MediaActions,
  onRefused: (device: Device) => void,
): readonly Control[] {
  const say = useTexts(texts);
  const { audioOn, videoOn, facing } = local;
  const hasPicture = videoOn && local.cameraProblem === null;
  const microphone: Control = {
    id: 'microphone',
    word: audioOn ? say('mute') : say('unmute'),
    name: audioOn ? say('mute') : say('unmute'),
    keyName: 'M',
    Icon: audioOn ? IconMicrophone : IconMicrophoneOff,
    isOff: !audioOn,
    act: () => (local.microphoneProblem === 'refused' ? onRefused('microphone') : actions.setAudio(!audioOn)),
  };
  const camera: Control = {
    id: 'camera',
    word: say('camera'),
    name: hasPicture ? say('turnCameraOff') : say('turnCameraOn'),
    keyName: 'V',
    Icon: hasPicture ? IconVideo : IconVideoOff,
    isOff: !hasPicture,
    act: () => (local.cameraProblem === 'refused' ? onRefused('camera') : actions.setVideo(!hasPicture)),
  };
  const isFront = facing === 'user';
  const flip: Control = {
    id: 'flip',
    word: isFront ? say('back') : say('front'),
    name: isFront ? say('switchToBack') : say('switchToFront'),
    Icon: IconCameraRotate,
    isOff: false,
    act: actions.flipCamera,
  };
  return local.canFlip && hasPicture ? [microphone, camera, flip] : [microphone, camera];
}
