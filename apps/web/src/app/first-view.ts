/** What the server has written into the page to be looked at until the app has drawn the same (`#splash`, `base.css`). */

/** A page stands, and nothing of it is still to come. */
const isDrawn = () => document.querySelector('main') !== null && document.querySelector('main [data-loading]') === null;

/** Takes it away as soon as the app's own page is there, in the same frame. */
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
