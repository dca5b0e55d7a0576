/**
 * Code splitting: parts of the app that load when they are first shown or opened. A load failure is no crash: the part can be
 * retried.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { renewFailedStyles } from './failed-styles';
import { PartFailed, type PartFailedProps } from './PartFailed';
import { texts } from '../texts';
import { showToast } from '../../shared/toast';

/** A component whose script is loaded on demand. It does not suspend: React holds back what has suspended for 300 ms. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Preloads the script; never rejects. Undefined: it is loaded already. */
  readonly preload: () => Promise<void> | undefined;
  readonly isHere: () => boolean;
};

/** A component without props has an unknown props type. */
type PartOf<Component> =
  Component extends ComponentType<infer Props> ? LazyPart<unknown extends Props ? object : Props> : never;

/**
 * Loads a script, and again the stylesheets that failed to load with earlier scripts, because the browser requests those only once.
 */
export async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  await renewFailedStyles();
  return load();
}

interface LazyPartOptions {
  /** Shown instead of a part whose script failed to load. */
  readonly Missing?: ComponentType<PartFailedProps>;
  /** Shown while the script loads. */
  readonly Waiting?: ComponentType;
}

/**
 * @param load a script; if it rejects, it is loaded again when the part is shown again, or on a retry
 * @param name of the component in it
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { Missing = PartFailed, Waiting = () => null }: LazyPartOptions = {},
): PartOf<Module[Name]> {
  let here: ComponentType<object> | null = null;
  let coming: Promise<void> | null = null;

  async function ask() {
    try {
      here = (await loadAgain(load))[name] as ComponentType<object>;
    } catch {
      // Each place that shows the part handles the failure itself.
    }
    coming = null;
  }
  const preload = () => (here ? undefined : (coming ??= ask()));

  function Part(props: object) {
    // A new object for each state: the part renders again even if the state is the same.
    const [{ state }, setState] = useState<{ readonly state: 'waiting' | 'trying' | 'failed' }>({ state: 'waiting' });
    async function loadPart() {
      await preload();
      // Read only if the part is still not here.
      setState({ state: 'failed' });
    }
    const Loaded = here;
    useEffect(() => {
      // It may have come since this render.
      if (!Loaded) void loadPart();
    }, [Loaded]);
    if (Loaded) return <Loaded {...props} />;
    if (state === 'waiting') return <Waiting />;
    const retry = () => {
      setState({ state: 'trying' });
      void loadPart();
    };
    return <Missing isTrying={state === 'trying'} onRetry={retry} />;
  }
  return Object.assign(Part, { preload, isHere: () => here !== null }) as unknown as PartOf<Module[Name]>;
}

/** Opens an overlay once its part is loaded. If loading fails, a toast says so and the page stays unchanged. */
export async function openPart(
  { preload, isHere }: Pick<LazyPart<never>, 'preload' | 'isHere'>,
  open: () => void,
): Promise<void> {
  if (!isHere()) await preload();
  if (isHere()) open();
  else showToast(texts.say('checkNetwork'));
}
