/** Parts of the app that come when they are first shown, or opened. One that does not come is no crash: it is asked for again. */
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { renewFailedStyles } from './failed-styles';
import { PartFailed, type PartFailedProps } from './PartFailed';
import { texts } from './texts';
import { showToast } from './toast';

/** A component that suspends until it is here. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Asks for it ahead of its time; never rejects. Undefined: it is here. */
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

/**
 * @param load a script; where it rejects, it is asked for again when somebody wants the part again
 * @param name of the component in it
 * @param Missing stands in its place where it does not come
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Missing: ComponentType<PartFailedProps> = PartFailed,
): PartOf<Module[Name]> {
  let here: ComponentType<object> | null = null;
  let hasFailed = false;
  let coming: Promise<void> | null = null;
  /** What a render has waited for: React wants to see it again when it goes on. */
  let waited: Promise<void> | null = null;

  async function ask() {
    try {
      here = (await loadAgain(load))[name] as ComponentType<object>;
    } catch {
      hasFailed = true;
    }
    // React reads it off the promise, and so need not wait for what is here.
    if (coming) void Object.assign(coming, { status: 'fulfilled', value: undefined });
    coming = null;
  }
  const preload = () => (here ? undefined : (coming ??= ask()));
  function wait() {
    if (!here && !hasFailed) waited = preload() ?? null;
    return waited;
  }
  /** Who comes back to it has it asked for again. */
  const leave = () => {
    hasFailed = false;
    waited = null;
  };

  function Part(props: object) {
    // Another object each time: a part that comes at once is a change too.
    const [{ isTrying }, setState] = useState({ isTrying: false });
    useEffect(() => leave, []);
    const awaited = wait();
    if (awaited) use(awaited);
    async function retry() {
      setState({ isTrying: true });
      await preload();
      setState({ isTrying: false });
    }
    const Here = here;
    return Here ? <Here {...props} /> : <Missing isTrying={isTrying} onRetry={() => void retry()} />;
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
