/** The server-rendered first view, shown until the app has drawn the same (`#splash`, `base.css`). */

/** A page is mounted, and no part of it is still loading. */
const isDrawn = () => document.querySelector('main') !== null && document.querySelector('main [data-loading]') === null;

/** Removes it in the same frame in which the app's own page appears. */
export function endFirstView(): void {
  const view = document.getElementById('splash');
  if (!view) return;
  const watch = new MutationObserver(() => {
    if (!isDrawn()) return;
    watch.disconnect();
    view.remove();
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
