import type { NotGenuine } from '@earth/contracts';
import type { CallContext } from '../machine/call-machine-types';
import type { CallPorts } from '../ports';

/** The subject of the present call. */
export class CallSubject {
  readonly #cipher: CallPorts['cipher'];
  readonly #onChange: () => void;
  #opened: { readonly callId: string; readonly text: string | NotGenuine | null } | null = null;

  constructor({ cipher }: Pick<CallPorts, 'cipher'>, onChange: () => void) {
    this.#cipher = cipher;
    this.#onChange = onChange;
  }

  /** Null: not sealed for the user, or not decrypted yet. */
  of({ request, callId }: CallContext): string | NotGenuine | null {
    if (request) return request.subject;
    return this.#opened?.callId === callId ? (this.#opened?.text ?? null) : null;
  }

  /** Decrypts it once for each call. */
  open({ call, request }: CallContext) {
    if (!call || request || this.#opened?.callId === call.uniqueId) return;
    const callId = call.uniqueId;
    this.#opened = { callId, text: null };
    const show = (text: string | NotGenuine | null) => {
      if (this.#opened?.callId !== callId) return;
      this.#opened = { callId, text };
      this.#onChange();
    };
    const place = { kind: 'subject', within: callId, id: null } as const;
    const origin = { sender: call.caller, place, date: call.startDate };
    this.#cipher.openText(call.cryptoSchema, call.subject, origin).then(show, () => {});
  }
}
