/** What is stored sealed with a key derived from MASTER_KEY: one declaration, by which a row is sealed, opened, and sealed anew. */
import { createMasterSeal } from '@earth/crypto/keys';

interface SealedColumn {
  /** The column that names the row. */
  readonly id: { readonly name: string; readonly type: 'uuid' | 'text' };
  /** `logs`: for the key pair of crash logs, by whoever reports one. Others by the server itself, for the owner in `context`. */
  readonly context: ((id: string) => string) | 'logs';
}

const uuid = { name: 'id', type: 'uuid' } as const;
const ofWebhook = (id: string) => `webhook:${id}`;

/** By table and column. What is missing here cannot be sealed: `ColumnSeal` has no other places. */
export const sealedColumns = {
  'contacts.private_key': { id: uuid, context: (id: string) => `private-key:${id}` },
  'webhooks.sealed_secret': { id: uuid, context: ofWebhook },
  'webhooks.former_secret': { id: uuid, context: ofWebhook },
  'sign_on_connections.sealed_secret': {
    id: { name: 'company_id', type: 'uuid' },
    context: (companyId: string) => `sign-on:${companyId}`,
  },
  'server_facts.value': { id: { name: 'name', type: 'text' }, context: (name: string) => name },
  'crash_logs.data': { id: uuid, context: 'logs' },
} as const satisfies Readonly<Record<string, SealedColumn>>;

export type AnySealedColumn = keyof typeof sealedColumns;
/** Those that the server seals itself. */
export type OwnSealedColumn = Exclude<AnySealedColumn, 'crash_logs.data'>;

/** A row of a sealed column. */
export interface SealedPlace {
  readonly column: OwnSealedColumn;
  readonly id: string;
}

/** Seals short secrets for the database. A text opens only in its own row. */
export interface ColumnSeal {
  seal(text: string, place: SealedPlace): Promise<string>;
  /** Rejects with MasterSealError for another master key, another row, or an altered text. */
  open(sealed: string, place: SealedPlace): Promise<string>;
}

/** @param masterKey at least 32 random bytes */
export function createColumnSeal(masterKey: Uint8Array): ColumnSeal {
  const masterSeal = createMasterSeal(masterKey);
  const contextOf = ({ column, id }: SealedPlace) => sealedColumns[column].context(id);
  return {
    seal: (text, place) => masterSeal.seal(text, contextOf(place)),
    open: (sealed, place) => masterSeal.open(sealed, contextOf(place)),
  };
}
