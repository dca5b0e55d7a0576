/** What a page that is gone has kept for oneself alone is sealed for the people of its call before it is sent. */
import { type FileText, isGenuine, type SealedPlace } from '@earth/contracts';
import type { CallPorts, Unsent } from '../ports';
import { recipientsOf, wasInside } from '../session/roster';

type SealPorts = Pick<CallPorts, 'api' | 'cipher' | 'me'>;

/** Rejects where the server cannot be asked for whom, or it does not open here. */
export async function sealForAll(ports: SealPorts, unsent: Unsent): Promise<Unsent> {
  const { api, cipher, me } = ports;
  const { id: within, clientId: id, cryptoSchema } = unsent.fields;
  const recipients = recipientsOf(me, await api.listParticipants({ id: within }), wasInside);
  // It was written here, by another clock than the server's.
  const originOf = (place: SealedPlace) => ({ sender: me, place, date: null });
  const sealAnew = async (file: FileText, place: SealedPlace) => {
    const opened = await cipher.openFile(cryptoSchema, file, originOf(place));
    if (!opened || !isGenuine(opened)) throw new Error('What was left does not open');
    return cipher.sealFile(cryptoSchema, opened, recipients, place);
  };
  if (unsent.kind === 'pic') {
    const picBase64 = await sealAnew(unsent.fields.picBase64, { kind: 'pic', within, id });
    return { kind: 'pic', fields: { ...unsent.fields, picBase64 } };
  }
  const { message: sealed, base64File, fileName } = unsent.fields;
  const place = { kind: 'message', within, id } as const;
  const text = await cipher.openText(cryptoSchema, sealed, originOf(place));
  if (text === null || !isGenuine(text)) throw new Error('What was left does not open');
  const message = await cipher.sealText(cryptoSchema, text, recipients, place);
  const file = base64File && { base64File: await sealAnew(base64File, { kind: 'file', within, id, fileName }) };
  return { kind: 'message', fields: { ...unsent.fields, message, ...file } };
}
