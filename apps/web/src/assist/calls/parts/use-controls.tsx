import type { CallActions, LocalMedia } from '@earth/calls';
import {
  IconBulb,
  IconCameraRotate,
  IconHandFinger,
  IconHeadphones,
  IconMicrophone,
  IconMicrophoneOff,
  type IconProps,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTexts } from '../../../shared/i18n';
import { texts as arTexts } from '../ar/texts';
import { texts as liveTexts } from '../live/texts';
import { texts } from '../texts';

/** A control of the user's camera or microphone, for both layouts. */
export interface Control {
  readonly id: 'microphone' | 'camera' | 'audioOnly' | 'torch' | 'flip' | 'ar';
  /** The label below it. */
  readonly word: string;
  /** Its accessible name, which contains the label: what it does, or what a switch is for. */
  readonly name: string;
  /** What it does, if the name does not say it: its tooltip, and its words in a list of actions. */
  readonly tip?: string;
  /** A toggle button whose name stays the same. */
  readonly isSwitch?: boolean;
  readonly keyName?: string;
  readonly Icon: ComponentType<IconProps>;
  /** The device is off: the control is highlighted. */
  readonly isOff: boolean;
  /** The device is on, and usually off: the control is highlighted too. */
  readonly isOn?: boolean;
  readonly act: () => void;
}

type MediaActions = Pick<CallActions, 'setAr' | 'setAudio' | 'setAudioOnly' | 'setVideo' | 'setTorch' | 'flipCamera'>;

/** The devices that the user may have to allow. */
export type Device = 'camera' | 'microphone';

/**
 * The controls: mute, camera and audio only, and, if the camera can, light and flip, and AR where it is offered. For a device that the browser blocks, `onRefused`
 * shows how to allow it.
 */
export function useControls(
  local: LocalMedia,
  actions: MediaActions,
  onRefused: (device: Device) => void,
): readonly Control[] {
  const say = useTexts(texts);
  const sayLive = useTexts(liveTexts);
  const sayAr = useTexts(arTexts);
  const { audioOn, videoOn, facing, torch } = local;
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
  const light: Control = {
    id: 'torch',
    word: sayLive('light'),
    name: torch ? sayLive('lightOff') : sayLive('lightOn'),
    Icon: IconBulb,
    isOff: false,
    isOn: torch === true,
    act: () => actions.setTorch(!torch),
  };
  const isArOn = local.ar?.isOn ?? false;
  const ar: Control = {
    id: 'ar',
    word: sayAr('ar'),
    name: isArOn ? sayAr('turnOff') : sayAr('turnOn'),
    Icon: IconHandFinger,
    isOff: false,
    isOn: isArOn,
    act: () => actions.setAr(!isArOn),
  };
  const audioOnly: Control = {
    id: 'audioOnly',
    word: say('audioOnly'),
    name: say('audioOnly'),
    ...(local.isAudioOnly && { tip: say('endAudioOnly') }),
    isSwitch: true,
    Icon: IconHeadphones,
    isOff: false,
    isOn: local.isAudioOnly,
    act: () => actions.setAudioOnly(!local.isAudioOnly),
  };
  if (!hasPicture) return [microphone, camera, audioOnly];
  return [
    microphone,
    camera,
    audioOnly,
    ...(torch === null ? [] : [light]),
    ...(local.canFlip ? [flip] : []),
    ...(local.ar === null ? [] : [ar]),
  ];
}
