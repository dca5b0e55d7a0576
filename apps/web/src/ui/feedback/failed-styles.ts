/** Styles of parts that did not come. Vite asks for each of them once, whatever becomes of it. */
let failed: HTMLLinkElement[] = [];

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.push(target);
  },
  { capture: true },
);

/** Asks for them again. Rejects where one of them does not come: that has failed anew, and is asked for the next time. */
export async function renewFailedStyles(): Promise<void> {
  const links = failed;
  failed = [];
  await Promise.all(
    links.map(async (link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise<unknown>((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`No style: ${again.href}`)));
      });
      link.replaceWith(again);
      await settled;
    }),
  );
}
