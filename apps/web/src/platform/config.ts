import type { ClientConfig } from '@earth/contracts';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly config: ClientConfig | null }>(() => ({ config: null }));

export const setConfig = (config: ClientConfig): void => store.setState({ config });

/** The client configuration. It is always loaded before the first screen is shown. */
export function getConfig(): ClientConfig {
  const { config } = store.getState();
  if (!config) throw new Error('The client configuration is not loaded yet');
  return config;
}
