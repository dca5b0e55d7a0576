/**
 * The recording that a company's callers hear instead of the standard tone. It is served from here: a page plays nothing of another
 * origin.
 */
import { createHash } from 'node:crypto';
import {
  type CallArguments,
  type Company,
  type setUnavailableAudio,
  UNAVAILABLE_AUDIO_BYTES_MAX,
} from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { FOR_EVER, sendBlob } from '../../../http/send-blob';
import type { Principal } from '../../../http/principal';
import { bytesOf, checkFile } from '../../discover/contents';
import { requireAdminOf } from './policy';
import { findCustomer, replaceUnavailableAudio } from './store';

const FOLDER = 'company-audio';

/** The name contains the company and a hash of the bytes, so that it can be cached for ever. */
const nameOf = (companyId: string, bytes: Uint8Array) =>
  `${companyId}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.mp3`;

/** The blob behind a URL of this server; null for any other URL. */
function blobKeyOf(url: string | null): string | null {
  const [, name] = /^\/company-audio\/([0-9a-f-]{69}\.mp3)$/.exec(url ?? '') ?? [];
  return name === undefined ? null : `${FOLDER}/${name}`;
}

/** Replaces the recording and deletes its file. @param url null: the standard tone */
async function replace({ db, blobs }: Context, id: string, url: string | null): Promise<Company> {
  const before = blobKeyOf(await replaceUnavailableAudio(db, id, url));
  if (before && before !== blobKeyOf(url)) await blobs.delete(before);
  const found = await findCustomer(db, id);
  if (!found) throw new ApiError('notFound');
  return found.company;
}

/** @throws ApiError `notFound`, `notAllowed`; `invalidInput`, `tooLarge`, `notAnMp3`, `fileCutOff` for a bad file */
export async function changeUnavailableAudio(
  context: Context,
  principal: Principal,
  { id, audioBase64 }: CallArguments<typeof setUnavailableAudio>,
): Promise<Company> {
  requireAdminOf(principal, id);
  const bytes = bytesOf('audioBase64', audioBase64, UNAVAILABLE_AUDIO_BYTES_MAX);
  checkFile('audio', 'audioBase64', bytes);
  const name = nameOf(id, bytes);
  await context.blobs.write(`${FOLDER}/${name}`, bytes);
  return await replace(context, id, `/${FOLDER}/${name}`);
}

/** @throws ApiError `notFound`, `notAllowed` */
export async function removeUnavailableAudio(context: Context, principal: Principal, id: string): Promise<Company> {
  requireAdminOf(principal, id);
  return await replace(context, id, null);
}

export function registerAudio(app: FastifyInstance, { blobs }: Context): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/${FOLDER}/:name`,
    handler: async (request, reply) => {
      const key = blobKeyOf(`/${FOLDER}/${request.params.name}`);
      if (!key) throw new ApiError('notFound');
      return await sendBlob(request, reply, blobs, { key, type: 'audio/mpeg', cacheControl: FOR_EVER });
    },
  });
}
