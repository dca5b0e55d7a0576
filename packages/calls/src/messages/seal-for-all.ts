/** Seals an upload that an earlier page has stored for the user alone for all participants of its call. */
import { type FileText, isGenuine, type SealedPlace } from '@earth/contracts';
import type { CallPorts, Unsent } from '../ports';
import { recipientsOf, wasInside } from '../session/roster';

type SealPorts = Pick<CallPorts, 'api' | 'cipher' | 'me'>;

/** Rejects if the server is unreachable, or if the upload cannot be decrypted here. */
export async function sealForAll(ports: SealPorts, unsent: Unsent): Promise<Unsent> {
  const { api, cipher, me } = ports;
  const { id: within, clientId: id, cryptoSchema } = unsent.fields;
  const recipients = recipientsOf(me, await api.listParticipants({ id: within }), wasInside);
  // It was written on this device, whose clock may differ from the server's.
  const originOf = (place: SealedPlace) => ({ sender: me, place, date: null });
  const sealAnew = async (file: FileText, place: SealedPlace) => {
    const opened = await cipher.openFile(cryptoSchema, file, originOf(place));
    if (!opened || !isGenuine(opened)) throw new Error('The stored upload cannot be decrypted');
    return cipher.sealFile(cryptoSchema, opened, recipients, place);
  };
  if (unsent.kind === 'pic') {
    const picBase64 = await sealAnew(unsent.fields.picBase64, { kind: 'pic', within, id });
    return { kind: 'pic', fields: { ...unsent.fields, picBase64 } };
  }
  const { message: sealed, base64File, fileName } = unsent.fields;
  const place = { kind: 'message', within, id } as const;
  const text = await cipher.openText(cryptoSchema, sealed, originOf(place));
  if (text === null || !isGenuine(text)) throw new Error('The stored upload cannot be decrypted');
  const message = await cipher.sealText(cryptoSchema, text, recipients, place);
  const file = base64File && { base64File: await sealAnew(base64File, { kind: 'file', within, id, fileName }) };
  return { kind: 'message', fields: { ...unsent.fields, message, ...file } };
}
