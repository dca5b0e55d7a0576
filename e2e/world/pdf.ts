/** Reads PDF files with Poppler. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

function canRead(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasPdfTools = canRead();

/** The text of each page, in the order of its layout. */
export async function pagesOfPdf(path: string): Promise<readonly string[]> {
  const { stdout } = await run('pdftotext', ['-layout', path, '-'], { maxBuffer: 32 * 1024 * 1024 });
  return stdout.split('\f').slice(0, -1);
}

/** How many pictures are drawn on its pages; the same one twice counts twice. */
export async function countPictures(path: string): Promise<number> {
  const { stdout } = await run('pdfimages', ['-list', path], { maxBuffer: 32 * 1024 * 1024 });
  return stdout.split('\n').filter((line) => /^\s*\d+\s+\d+\s+image\s/.test(line)).length;
}
