/** What a page shows while its scripts do not arrive: bad mobile data is the visitor's every day. */
import { languages, textsOf } from '../../../config/texts';
import { escapeHtml } from '../../../http/escape-html';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/operations/web');

/**
 * After eight seconds it says that the connection is slow; when a script fails, that the page did not load. Both offer another try. It is
 * removed when the app draws, and its language is the device's if that is known.
 */
const SCRIPT = `((words) => {
  const note = document.getElementById('start-note');
  const root = document.getElementById('root');
  const { lang, dataset } = document.documentElement;
  const say = words[dataset.otherLanguage] ?? words[lang] ?? words.en;
  const [line, button] = note.children;
  const show = (text) => {
    if (root.hasChildNodes()) return;
    line.textContent = text;
    button.textContent = say.tryAgain;
    note.hidden = false;
  };
  const slow = setTimeout(() => show(say.slow), 8000);
  const fail = () => {
    clearTimeout(slow);
    show(say.failed);
  };
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true);
  addEventListener('unhandledrejection', fail);
  button.addEventListener('click', () => location.reload());
  new MutationObserver((_, watch) => {
    watch.disconnect();
    clearTimeout(slow);
    note.remove();
  }).observe(root, { childList: true });
})`;

/** The style sheets may not have arrived either: only the browser's own colours. */
const CSS =
  '.start-note{position:fixed;inset:auto 16px 32px;margin:0;padding:16px;border-radius:12px;text-align:center;' +
  'font:16px/24px system-ui,sans-serif;color:CanvasText;background:Canvas;box-shadow:0 0 0 1px GrayText;z-index:30}' +
  '.start-note[hidden]{display:none}.start-note p{margin:0 0 12px}' +
  '.start-note button{min-height:48px;padding:0 20px;border:0;border-radius:12px;font:inherit;font-weight:600;' +
  'color:var(--on-accent-light,Canvas);background:var(--accent-light,CanvasText)}';

function wordsOf() {
  return Object.fromEntries(
    languages.map((language) => {
      const t = textsIn(language);
      return [language, { slow: t('startSlow'), failed: t('startFailed'), tryAgain: t('tryAgain') }];
    }),
  );
}

/** @returns what goes to the end of the page's body */
export function startNote(language: string, nonce: string): string {
  const bare = escapeHtml(textsIn(language)('noScripts'));
  const words = JSON.stringify(wordsOf()).replaceAll('<', String.raw`\u003c`);
  return [
    `<style nonce="${nonce}">${CSS}</style>`,
    `<noscript><p class="start-note">${bare}</p></noscript>`,
    '<div id="start-note" class="start-note" role="alert" hidden><p></p><button type="button"></button></div>',
    `<script nonce="${nonce}">${SCRIPT}(${words})</script>`,
  ].join('');
}
