/**
 * The recording that a company's callers hear instead of the standard tone. It is served from here: a page plays nothing of another
 * origin.
 */
import {
  type CallArguments,
  type Company,
  type setUnavailableAudio,
  UNAVAILABLE_AUDIO_BYTES_MAX,
} from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { deleteAsset, storeAsset } from '../../assets';
import { bytesOf, checkFile } from '../../discover/contents';
import { requireAdminOf } from './policy';
import { findCustomer, replaceUnavailableAudio } from './store';

/** Replaces the recording and deletes its file. @param url null: the standard tone */
async function replace(context: Context, id: string, url: string | null): Promise<Company> {
  const before = await replaceUnavailableAudio(context.db, id, url);
  if (before !== null && before !== url) await deleteAsset(context, before);
  const found = await findCustomer(context.db, id);
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
  const asset = { kind: 'company-audio', ending: 'mp3', bytes, ownerId: id } as const;
  return await replace(context, id, await storeAsset(context, asset));
}

/** @throws ApiError `notFound`, `notAllowed` */
export async function removeUnavailableAudio(context: Context, principal: Principal, id: string): Promise<Company> {
  requireAdminOf(principal, id);
  return await replace(context, id, null);
}
