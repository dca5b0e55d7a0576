/**
 * Android's classes for the compiler: the JAR that Robolectric publishes on Maven Central (138 MB). In CI it is fetched if Maven is there;
 * elsewhere it is used if the machine has it already.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Android 15, the API level that the app is built against. */
const VERSION = '15-robolectric-12650502';
const JAR = join(homedir(), '.m2/repository/org/robolectric/android-all', VERSION, `android-all-${VERSION}.jar`);
const FETCH_TIMEOUT_MS = 300_000;

const fetchJar = () =>
  promisify(execFile)(
    'mvn',
    ['-q', '-B', 'dependency:get', `-Dartifact=org.robolectric:android-all:${VERSION}`, '-Dtransitive=false'],
    { timeout: FETCH_TIMEOUT_MS },
  ).catch(() => undefined);

/** @returns {Promise<string | null>} Its path, by `ANDROID_ALL` or from Maven's own folder; null: it cannot be had. */
export async function findAndroidAll() {
  const given = process.env['ANDROID_ALL'];
  if (given) return given;
  if (!existsSync(JAR) && process.env['CI']) await fetchJar();
  return existsSync(JAR) ? JAR : null;
}
