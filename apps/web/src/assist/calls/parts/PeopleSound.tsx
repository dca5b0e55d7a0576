import type { Person } from '@earth/calls';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { usePlaying } from './use-playing';
import { soundThrough, useSpeaker } from '../devices/speaker';
import { texts } from '../texts';
import styles from './parts.module.css';

interface SoundProps {
  readonly stream: MediaStream;
  /** The browser may require a gesture before a page plays sound, for example after a reload. */
  readonly onBlocked: () => void;
  /** Counts the gestures; each one tries again to play. */
  readonly attempt: number;
  /** The loudspeaker; null: the browser's default. */
  readonly speaker: string | null;
}

function Sound({ stream, onBlocked, attempt, speaker }: SoundProps) {
  const audio = useRef<HTMLAudioElement>(null);
  useLayoutEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useEffect(() => {
    // If the default loudspeaker fails too, nothing else is left to try.
    if (audio.current) soundThrough(audio.current, speaker).catch(() => undefined);
  }, [speaker]);
  useEffect(() => {
    audio.current?.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked();
    });
  }, [stream, attempt, onBlocked]);
  usePlaying(audio);
  return <audio ref={audio} data-testid="remote-audio" autoPlay />;
}

/** Plays the others' sound. If the browser blocks it, any gesture starts it, and a button says so. */
export function PeopleSound({ people }: { readonly people: readonly Person[] }) {
  const say = useTexts(texts);
  const speaker = useSpeaker().id;
  const [attempt, setAttempt] = useState(0);
  const [isBlocked, setIsBlocked] = useState(false);
  const block = useCallback(() => setIsBlocked(true), []);
  useEffect(() => {
    if (!isBlocked) return;
    const retry = () => {
      setIsBlocked(false);
      setAttempt((count) => count + 1);
    };
    window.addEventListener('pointerdown', retry);
    window.addEventListener('keydown', retry);
    return () => {
      window.removeEventListener('pointerdown', retry);
      window.removeEventListener('keydown', retry);
    };
  }, [isBlocked]);
  return (
    <>
      {people.map(
        (person) =>
          person.stream && (
            <Sound
              key={person.contact.uniqueId}
              stream={person.stream}
              onBlocked={block}
              attempt={attempt}
              speaker={speaker}
            />
          ),
      )}
      {isBlocked && (
        <button type="button" className={styles.hear}>
          {say('hearThem')}
        </button>
      )}
    </>
  );
}
