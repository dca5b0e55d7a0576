/** Parts of the app that come when they are first shown, or opened. One that does not come is no crash: it is asked for again. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { renewFailedStyles } from './failed-styles';
import { PartFailed, type PartFailedProps } from './PartFailed';
import { texts } from '../texts';
import { showToast } from '../../shared/toast';

/** A component whose script is loaded on demand. It does not suspend: React holds back what has suspended for 300 ms. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads the script ahead of its time; never rejects. Undefined: it is here. */
  readonly preload: () => Promise<void> | undefined;
  readonly isHere: () => boolean;
};

/** One that takes nothing says nothing of its props. */
type PartOf<Component> =
  Component extends ComponentType<infer Props> ? LazyPart<unknown extends Props ? object : Props> : never;

/** Asks for a script, and for what has failed of the styles that came with scripts before: the browser asks for those once. */
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
      // Each place that shows the part says so.
    }
    coming = null;
  }
  const preload = () => (here ? undefined : (coming ??= ask()));

  function Part(props: object) {
    // A new object for each state: the part renders again even if the state is the same.
    const [{ state }, setState] = useState<{ readonly state: 'waiting' | 'trying' | 'failed' }>({ state: 'waiting' });
    async function bring() {
      await preload();
      // Read only if the part is still not here.
      setState({ state: 'failed' });
    }
    const Here = here;
    useEffect(() => {
      // It may have come since this render.
      if (!Here) void bring();
    }, [Here]);
    if (Here) return <Here {...props} />;
    if (state === 'waiting') return <Waiting />;
    const retry = () => {
      setState({ state: 'trying' });
      void bring();
    };
    return <Missing isTrying={state === 'trying'} onRetry={retry} />;
  }
  return Object.assign(Part, { preload, isHere: () => here !== null }) as unknown as PartOf<Module[Name]>;
}

/** Opens what lies over a page once its part is here; where that does not come a toast says so, and the page stays as it is. */
export async function openPart(
  { preload, isHere }: Pick<LazyPart<never>, 'preload' | 'isHere'>,
  open: () => void,
): Promise<void> {
  if (!isHere()) await preload();
  if (isHere()) open();
  else showToast(texts.say('checkNetwork'));
}
