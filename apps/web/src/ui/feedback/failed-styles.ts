/** Stylesheets that failed to load. Vite requests each of them only once, whether it succeeds or not. */
const failed = new Set<HTMLLinkElement>();

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  { capture: true },
);

/** Requests them again. Rejects if one of them fails, which is then retried the next time. */
export async function renewFailedStyles(): Promise<void> {
  const links = [...failed];
  failed.clear();
  await Promise.all(
    links.map(async (link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise<unknown>((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error(`Stylesheet failed to load: ${again.href}`)));
      });
      link.replaceWith(again);
      await settled;
    }),
  );
}
