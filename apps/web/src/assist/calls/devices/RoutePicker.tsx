import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { notePluginError } from '../../../platform/native/shell';
import { type AudioRoute, readAudioRoutes, setAudioRoute } from '../../../platform/native/telephone';
import { useTexts } from '../../../shared/i18n';
import { reportPluginError } from '../../../shared/plugin-error';
import { type CallText, texts } from '../texts';
import styles from './devices.module.css';

const words: Readonly<Record<AudioRoute, CallText>> = {
  earpiece: 'routeEarpiece',
  bluetooth: 'routeBluetooth',
  headset: 'routeHeadset',
  speaker: 'routeSpeaker',
};

type Routes = Awaited<ReturnType<typeof readAudioRoutes>>;

/** Where the sound of the present call goes, in the mobile shell. Nothing if the phone leaves no choice. */
export function RoutePicker() {
  const say = useTexts(texts);
  const id = useId();
  const [{ routes, chosen }, show] = useState<Routes>({ routes: [] });
  useEffect(() => {
    readAudioRoutes().then(show).catch(notePluginError);
  }, []);
  async function choose(route: AudioRoute) {
    show({ routes, chosen: route });
    try {
      await setAudioRoute(route);
    } catch (error) {
      reportPluginError(error);
      await readAudioRoutes().then(show).catch(notePluginError);
    }
  }
  if (routes.length < 2) return null;
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{say('deviceSpeaker')}</label>
      <select
        id={id}
        className={styles.select}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => {
          const route = routes.find((one) => one === currentTarget.value);
          if (route) void choose(route);
        }}
      >
        {routes.map((route) => (
          <option key={route} value={route}>
            {say(words[route])}
          </option>
        ))}
      </select>
      <IconChevronDown className={styles.arrow} size={20} stroke={1.75} aria-hidden="true" />
    </div>
  );
}
