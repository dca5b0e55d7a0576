/** Poppler, which reads the PDF files of the browser tests: the installed one, or Debian's own if we may install it. */
import { installPackages, mayInstall } from './apt.mjs';
import { run } from './run.mjs';

/**
 * Installs Poppler if it is missing. If that is impossible, the tests that need it are skipped and reported.
 * @returns {Promise<boolean>} Whether it is installed now.
 */
export async function installPdfTools() {
  if ((await run('pdftotext', ['-v'], { quiet: true })).code === 0) return true;
  if (mayInstall() && (await installPackages(['poppler-utils']))) return true;
  console.log('pdftotext (poppler-utils) is not installed: the tests of printed reports are skipped.');
  return false;
}
