import { MESH_COMFORTABLE_PEOPLE } from '@earth/contracts';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Values } from '@earth/contracts';
import { firstName } from '../../../shared/format';
import { useTexts } from '../../../shared/i18n';
import { cameraWords, microphoneWords } from '../model/words';
import { countIn } from '../people/who-to-add';
import type { LayoutProps } from '../screens/use-in-call';
import { type CallText, texts } from '../texts';
import { KeyNotices } from './KeyNotices';
import styles from './parts.module.css';
import type { Device } from './use-controls';

type NoticesProps = Pick<LayoutProps, 'model' | 'isSpeakerGone' | 'onHowToAllow'>;

interface Notice {
  readonly text: CallText;
  readonly values?: Values;
  /** A permanent loss rather than a temporary state, so the notice can be dismissed. */
  readonly canClose: boolean;
  /** The blocked device, which the user could allow. */
  readonly refused: Device | null;
  /** What can be done about it. */
  readonly act?: { readonly text: CallText; readonly run: () => void };
}

/** What is done about a weak connection: pictures that are reduced on purpose, by the user's side, by another's, or by both. */
function weakWord({ people, local }: NoticesProps['model']['view']): CallText {
  const isSentLess = local.videoOn && people.some(({ sentLevel }) => sentLevel !== 'full');
  const isReceivedLess = people.some(({ hasVideo, receivedLevel }) => hasVideo && receivedLevel !== 'full');
  if (isSentLess && isReceivedLess) return 'bothReduced';
  if (isSentLess) return 'sentReduced';
  return isReceivedLess ? 'receivedReduced' : 'weakHint';
}

/** Audio only, of the user or of somebody else, and the offer of it on a weak connection. */
function audioNotices({ link, view, actions }: NoticesProps['model']): readonly Notice[] {
  const passing = { canClose: false, refused: null } as const;
  const set = (on: boolean) => () => actions.setAudioOnly(on);
  if (view.local.isAudioOnly)
    return [{ ...passing, text: 'audioOnlyOn', act: { text: 'turnVideoOn', run: set(false) } }];
  const unseeing = view.people.filter(({ isAudioOnly, state }) => isAudioOnly && state === 'joined');
  return [
    ...(link === 'weak'
      ? [{ ...passing, text: weakWord(view), act: { text: 'audioOnly', run: set(true) } } as const]
      : []),
    ...unseeing.map(
      ({ contact }) => ({ ...passing, text: 'audioOnlyOf', values: { name: firstName(contact.name) } }) as const,
    ),
  ];
}

/** Somebody may be between the devices, or it cannot be told; or what arrives cannot be opened. */
const trustNotices = ({ view }: NoticesProps['model']): readonly Notice[] =>
  view.people.flatMap(({ contact, trust, isUndecryptable }) => {
    const told = { values: { name: firstName(contact.name) }, refused: null } as const;
    const notices: Notice[] = [];
    if (trust === 'forged') notices.push({ ...told, text: 'linkForged', canClose: false });
    if (isUndecryptable) notices.push({ ...told, text: 'undecryptable', canClose: false });
    if (trust === 'unsigned') notices.push({ ...told, text: 'linkUnsigned', canClose: true });
    return notices;
  });

function pausedWord({ isCameraPaused, isMicrophonePaused }: NoticesProps['model']['view']['local']): CallText | null {
  if (isCameraPaused && isMicrophonePaused) return 'bothPaused';
  if (isCameraPaused) return 'cameraPaused';
  return isMicrophonePaused ? 'microphonePaused' : null;
}

const mediaServerNotices = ({ view: { mediaServer, people } }: NoticesProps['model']): readonly Notice[] => {
  const passing = { canClose: false, refused: null } as const;
  if (mediaServer === 'away') return [{ ...passing, text: 'mediaServerAway' }];
  if (mediaServer === 'replaced') return [{ ...passing, canClose: true, text: 'mediaServerReplaced' }];
  return mediaServer === 'none' && countIn(people) > MESH_COMFORTABLE_PEOPLE
    ? [{ ...passing, canClose: true, text: 'manyPeople', values: { most: MESH_COMFORTABLE_PEOPLE } }]
    : [];
};

function noticesOf({ model, isSpeakerGone }: NoticesProps): readonly Notice[] {
  const passing = (text: CallText): Notice => ({ text, canClose: false, refused: null });
  const lasting = (text: CallText, refused: Device | null): Notice => ({ text, canClose: true, refused });
  const { link, view } = model;
  const notices: Notice[] = [...trustNotices(model), ...audioNotices(model)];
  if (view.isServerAway && link !== 'reconnecting') notices.push(passing('serverAway'));
  const { cameraProblem, microphoneProblem, cameraInstead, microphoneInstead } = view.local;
  if (microphoneProblem)
    notices.push(lasting(microphoneWords[microphoneProblem], microphoneProblem === 'refused' ? 'microphone' : null));
  if (cameraProblem) notices.push(lasting(cameraWords[cameraProblem], cameraProblem === 'refused' ? 'camera' : null));
  const paused = pausedWord(view.local);
  if (paused) notices.push(passing(paused));
  if (microphoneInstead !== null)
    notices.push({ ...lasting('microphoneInstead', null), values: { name: microphoneInstead } });
  if (cameraInstead !== null) notices.push({ ...lasting('cameraInstead', null), values: { name: cameraInstead } });
  if (isSpeakerGone) notices.push(lasting('speakerGone', null));
  return [...notices, ...mediaServerNotices(model)];
}

/** The most important notice of the call; one at a time. */
export function Notices(props: NoticesProps) {
  const say = useTexts(texts);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const { onHowToAllow } = props;
  const wordsOf = ({ text, values }: Notice) => say(text, values);
  const notice = noticesOf(props).find((one) => !closed.includes(wordsOf(one)));
  const refused = notice?.refused;
  const people = props.model.view.people.map(({ contact }) => contact);
  return (
    <div role="status" className={styles.notices}>
      <KeyNotices people={people} canPutAway />
      {notice && (
        <div className={styles.notice}>
          <IconAlertTriangle size={20} stroke={1.75} />
          <span className={styles.grow}>
            {wordsOf(notice)}{' '}
            {notice.act && (
              <button type="button" className={styles.link} onClick={notice.act.run}>
                {say(notice.act.text)}
              </button>
            )}
            {refused && (
              <button type="button" className={styles.link} onClick={() => onHowToAllow(refused)}>
                {say('howToAllow')}
              </button>
            )}
          </span>
          {notice.canClose && (
            <button
              type="button"
              className={styles.close}
              aria-label={say('close')}
              onClick={() => setClosed([...closed, wordsOf(notice)])}
            >
              <IconX size={20} stroke={1.75} />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
