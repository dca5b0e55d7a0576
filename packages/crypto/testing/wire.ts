/** The envelopes under the names that they have in their JSON text. */
export interface SealedWire {
  readonly Message: string;
  readonly RecipientKeys: readonly { readonly CriptedKey: string; readonly RecipientId: string }[];
}

/** Of scheme 2. */
export interface SignedWire extends SealedWire {
  readonly Recipients: readonly string[];
  readonly KeyCommitment: string;
  readonly Signature: string;
}
