/** The sealed contents of a call on the fake server: messages, files, snapshots, drawings and notes. In memory, without delay. */
import type {
  CallMessage,
  CallNotes,
  CallPic,
  Contact,
  PicDrawing,
  PushEvent,
  SealedKind,
  TargetState,
} from '@earth/contracts';
import type { CallApi } from '../ports';
import { inSight } from './fake-cipher';
import { Refusal } from './refusal';

/** What the contents need of their call. */
interface CallAround {
  readonly callId: () => string;
  readonly statesOf: (...states: readonly TargetState[]) => string[];
  readonly push: (contactIds: readonly string[], event: PushEvent) => void;
}

/** A text sealed by the fake cipher, in which the key of a recipient is their public key. */
interface SealedThing {
  readonly kind: SealedKind;
  readonly uniqueId: string;
  readonly sealed: string;
  readonly store: (sealed: string) => void;
}

function keyOf({ kind, uniqueId, sealed }: SealedThing, { publicKey }: Contact) {
  const { keys } = JSON.parse(sealed) as { keys: string[] };
  return keys.includes(publicKey) ? [{ kind, uniqueId, encryptedKey: publicKey }] : [];
}

export class FakeCallContents {
  readonly messages: CallMessage[] = [];
  readonly pics: CallPic[] = [];
  readonly drawings: PicDrawing[] = [];
  notes: CallNotes | null = null;
  readonly files = new Map<string, string>();
  /** By contact: the positions up to which messages have come to them. */
  readonly #reached = new Map<string, { readonly delivered: number; readonly read: number }>();
  #made = 0;
  readonly #call: CallAround;

  constructor(call: CallAround) {
    this.#call = call;
  }

  /** Everything that is sealed, with a function to store it again with more keys. */
  #sealed(): SealedThing[] {
    const messages = this.messages.flatMap((message, index): SealedThing[] => [
      {
        kind: 'message',
        uniqueId: message.uniqueId,
        sealed: message.message,
        store: (sealed) => void this.messages.splice(index, 1, { ...message, message: sealed }),
      },
      ...(message.fileUrl === null ? [] : [this.#sealedFile('file', message.uniqueId, `${message.uniqueId}.bin`)]),
    ]);
    return [
      ...messages,
      ...this.pics.map(({ uniqueId, imageFileName }) => this.#sealedFile('pic', uniqueId, imageFileName)),
      ...this.drawings.map(
        (drawing, index): SealedThing => ({
          kind: 'drawing',
          uniqueId: drawing.uniqueId,
          sealed: drawing.drawing,
          store: (sealed) => void this.drawings.splice(index, 1, { ...drawing, drawing: sealed }),
        }),
      ),
      ...this.#sealedNotes(),
    ];
  }

  #sealedNotes(): SealedThing[] {
    const { notes } = this;
    if (!notes) return [];
    const store = (sealed: string) => void (this.notes = { ...notes, notes: sealed });
    return [{ kind: 'notes', uniqueId: notes.uniqueId, sealed: notes.notes, store }];
  }

  #sealedFile(kind: 'file' | 'pic', uniqueId: string, name: string): SealedThing {
    return { kind, uniqueId, sealed: this.files.get(name) ?? '', store: (sealed) => void this.files.set(name, sealed) };
  }

  /** The keys that `me` has to what is sealed. */
  keysOf(me: Contact) {
    return this.#sealed().flatMap((item) => keyOf(item, me));
  }

  addKeys({ keys }: Parameters<CallApi['addCallKeys']>[0]) {
    const notified = new Set<string>();
    for (const { kind, uniqueId, recipientKeys } of keys) {
      const item = this.#sealed().find((one) => one.kind === kind && one.uniqueId === uniqueId);
      if (!item) throw new Refusal(404, 'notFound');
      const { keys: known, ...rest } = JSON.parse(item.sealed) as { keys: string[] };
      for (const { encryptedKey, recipientId } of recipientKeys)
        if (!known.includes(encryptedKey)) {
          known.push(encryptedKey);
          notified.add(recipientId);
        }
      item.store(JSON.stringify({ ...rest, keys: known }));
    }
    this.#call.push([...notified], { messageType: 'CallKeys', messageContent: { callUniqueId: this.#call.callId() } });
    return null;
  }

  keepMessage(me: Contact, input: Parameters<CallApi['sendCallMessage']>[0]) {
    const known = this.messages.find(
      ({ sender, clientId }) => sender.uniqueId === me.uniqueId && clientId === input.clientId,
    );
    if (known) return known;
    const stamp = this.#stamp();
    const { base64File, change, changedUniqueId, fileName = null } = input;
    const storedName = `${stamp.uniqueId}.bin`;
    if (base64File !== undefined) this.files.set(storedName, inSight(base64File));
    const message: CallMessage = {
      ...stamp,
      position: this.messages.length + 1,
      delivered: false,
      read: false,
      sender: { uniqueId: me.uniqueId, name: me.name },
      message: input.message,
      cryptoSchema: input.cryptoSchema,
      clientId: input.clientId ?? null,
      ...(change && changedUniqueId !== undefined && { change, changedUniqueId }),
      fileName,
      fileUrl: base64File === undefined ? null : `/storage/calls/${this.#call.callId()}/${storedName}`,
      fileSize: base64File === undefined ? null : (JSON.parse(inSight(base64File)) as { text: string }).text.length,
    };
    this.messages.push(message);
    const others = this.#call.statesOf('joined', 'left').filter((contactId) => contactId !== me.uniqueId);
    this.#call.push(others, { messageType: 'CallMessage', messageContent: { callMessage: message } });
    return message;
  }

  progress() {
    return this.#call.statesOf('joined', 'left').map((contactUniqueId) => {
      const { delivered = 0, read = 0 } = this.#reached.get(contactUniqueId) ?? {};
      return { contactUniqueId, leftPosition: null, deliveredPosition: delivered, readPosition: read };
    });
  }

  /** The messages up to a position have come to a contact, who may have read them. */
  reach(contactUniqueId: string, position: number, isRead: boolean) {
    const { delivered = 0, read = 0 } = this.#reached.get(contactUniqueId) ?? {};
    this.#reached.set(contactUniqueId, {
      delivered: Math.max(delivered, position),
      read: isRead ? Math.max(read, position) : read,
    });
    const reached = { callUniqueId: this.#call.callId(), contactUniqueId, position };
    const others = this.#call.statesOf('joined').filter((contactId) => contactId !== contactUniqueId);
    if (isRead)
      this.#call.push(others, {
        messageType: 'CallMessagesRead',
        messageContent: { ...reached, date: '2026-01-05T10:00:09.000Z' },
      });
    else this.#call.push(others, { messageType: 'CallMessagesDelivered', messageContent: reached });
    return null;
  }

  keepPic(me: Contact, input: Parameters<CallApi['addCallPic']>[0]) {
    const known = this.pics.find(({ clientId }) => clientId !== null && clientId === input.clientId);
    if (known) return known;
    const stamp = this.#stamp();
    const pic: CallPic = {
      ...stamp,
      imageFileName: `${stamp.uniqueId}.jpg`,
      contactUniqueId: me.uniqueId,
      cryptoSchema: input.cryptoSchema,
      clientId: input.clientId ?? null,
      ...(input.takenByUniqueId !== undefined && { takenByUniqueId: input.takenByUniqueId }),
    };
    this.pics.push(pic);
    this.files.set(pic.imageFileName, inSight(input.picBase64));
    this.#call.push(this.#call.statesOf('joined', 'left'), {
      messageType: 'CallPic',
      messageContent: { callPic: pic },
    });
    return pic;
  }

  deletePic(me: Contact, picId: string) {
    const index = this.pics.findIndex(({ uniqueId }) => uniqueId === picId);
    if (index < 0) throw new Refusal(404, 'notFound');
    this.pics.splice(index, 1);
    this.#call.push(
      this.#call.statesOf('joined').filter((contactId) => contactId !== me.uniqueId),
      { messageType: 'CallPicDeleted', messageContent: { callUniqueId: this.#call.callId(), picUniqueId: picId } },
    );
    return null;
  }

  drawingsOf(picId: string) {
    if (this.pics.every(({ uniqueId }) => uniqueId !== picId)) throw new Refusal(404, 'notFound');
    return this.drawings.filter(({ picUniqueId }) => picUniqueId === picId);
  }

  keepDrawing(me: Contact, { id: _, picId, ...written }: Parameters<CallApi['saveDrawing']>[0]) {
    const index = this.drawings.findIndex(
      ({ picUniqueId, contactUniqueId }) => picUniqueId === picId && contactUniqueId === me.uniqueId,
    );
    const kept = { ...written, uniqueId: this.#stamp().uniqueId, picUniqueId: picId, contactUniqueId: me.uniqueId };
    if (index < 0) this.drawings.push(kept);
    else this.drawings[index] = kept;
    return null;
  }

  file(imageFileName: string) {
    const base64 = this.files.get(imageFileName);
    if (base64 === undefined) throw new Refusal(404, 'notFound');
    // The scheme of a file is that of its message or snapshot: nothing may depend on this one.
    return { fileName: imageFileName, base64, cryptoSchema: 1 as const };
  }

  /** Ids and dates increase, as the server's do. */
  #stamp() {
    this.#made += 1;
    const number = String(this.#made).padStart(4, '0');
    return {
      uniqueId: `0190b000-0000-7000-8000-00000000${number}`,
      callUniqueId: this.#call.callId(),
      date: `2026-01-05T10:00:0${Math.min(9, this.#made)}.000Z`,
    };
  }
}
