import * as z from 'zod/mini';
import { SEALED_KEY_CHARS_MAX, SEALED_KEY_RECIPIENTS_MAX } from './constants';
import { isBlank } from './text';
import { entity } from './wire';

/** Lower case, as the server writes it, so that equal ids have one spelling. */
export const id = z.uuid().check(z.toLowerCase());
/** Contents, categories, brands and skins have numbers as ids. */
/** The code of a catalogue: what a photograph is compared with (D7.19). */
export const modelCode = z.string().check(z.minLength(1), z.maxLength(100));
export const contentId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
export const date = z.iso.datetime();
/** The text must have a visible character. */
export const showsSomething = z.refine<string>((text) => !isBlank(text));
/**
 * E-mail addresses that both RFC 5321 (`Mailbox`, a `Dot-string` before the @) and browsers' `type=email` accept. International domains
 * are in their ASCII form (RFC 5890, `xn--…`).
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/;
/** Lower case, before the @ too: people write both, and mail systems that distinguish `Ada@` from `ada@` have disappeared. */
export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email({ pattern: EMAIL }));
/** A telephone number as people write it: at most the 15 digits of ITU-T E.164, and what they put between them. */
export const phone = z.string().check(z.trim(), z.maxLength(30), z.regex(/^(?=(?:\D*\d){3,15}\D*$)\(?\+?[\d ()./-]+$/));
export const availability = z.literal([1, 2]);
/** Scheme of a sealed thing: see `CryptoSchema`. */
export const cryptoSchema = z.literal([0, 1, 2]);
export type Scheme = z.infer<typeof cryptoSchema>;
export const roleCode = z.enum(['OPERATOR', 'ASSISTED', 'ADMIN']);
export type RoleCode = z.infer<typeof roleCode>;

/** Operators and admins lead calls. */
export const isController = (code: RoleCode) => code !== 'ASSISTED';

/** A person's identity. `isGuest` as in `contact`. */
export const person = entity({ uniqueId: id, name: z.string(), isGuest: z.optional(z.boolean()) });

export const role = entity({ uniqueId: id, code: roleCode, name: z.string(), allowedToCall: z.boolean() });

export const company = entity({
  id,
  code: z.string(),
  name: z.string(),
  admin: z.nullable(entity({ id, name: z.string() })),
  logoUrl: z.nullable(z.string()),
  primaryColor: z.nullable(z.string()),
  unavailableAudioUrl: z.nullable(z.string()),
  /** True: all people of the company must protect their keys, before anything else. */
  requiresProtectedKeys: z.optional(z.boolean()),
});
export type Company = z.infer<typeof company>;

/** A customer company in the list of the sign-in. */
export const customer = entity({ name: z.string(), code: z.string() });
export type Customer = z.infer<typeof customer>;

/** A former key bundle, valid until `replacedDate`. */
export const formerKey = entity({ publicKey: z.string(), replacedDate: date });
export type FormerKey = z.infer<typeof formerKey>;

/** Absent: none. */
const formerKeys = z.optional(z.array(formerKey));

/** Absent: the text without «It» in its name serves both languages. */
const inItalian = z.optional(z.string());

/** `publicKey` is the text of a JWK Set: see `keyBundle`. */
export const profile = entity({
  uniqueId: id,
  publicKey: z.string(),
  formerKeys,
  /** True: the server cannot open the private half. */
  hasProtectedKeys: z.optional(z.boolean()),
  availability,
  role,
  name: z.string(),
  email: z.string(),
  /** Absent: none. */
  phone: z.optional(z.string()),
  companyRole: z.nullable(z.string()),
  companyRoleIt: inItalian,
  company,
  paidService: z.boolean(),
  purchasedMinutes: z.number(),
  serviceUsageMinutes: z.number(),
  expirationDate: z.nullable(date),
  /** True: sees the state of the server (`SERVER_ADMINS`). */
  isServerAdmin: z.optional(z.boolean()),
});
export type Profile = z.infer<typeof profile>;

/** Another person, as colleagues see them. `availability` is what others see. */
export const contact = entity({
  uniqueId: id,
  name: z.string(),
  publicKey: z.string(),
  formerKeys,
  availability,
  inCall: z.boolean(),
  lastSeen: z.nullable(date),
  role,
  company: entity({ id, code: z.string(), name: z.string() }),
  /** True: a guest without an account, for one call only. */
  isGuest: z.optional(z.boolean()),
});
export type Contact = z.infer<typeof contact>;

/** What only the people whom `getContactDetails` names learn of a person. `phone` is absent if they have none. */
export const contactDetails = entity({
  email: z.string(),
  phone: z.optional(z.string()),
  companyRole: z.nullable(z.string()),
  companyRoleIt: inItalian,
});
export type ContactDetails = z.infer<typeof contactDetails>;

export const addressBookEntry = entity({ uniqueId: id, contact });
export type AddressBookEntry = z.infer<typeof addressBookEntry>;

export const product = entity({
  code: z.string(),
  name: z.string(),
  imageUrl: z.nullable(z.string()),
  description: z.nullable(z.string()),
  nameIt: inItalian,
  descriptionIt: inItalian,
});
export type Product = z.infer<typeof product>;

/** Branding record of this build. */
export const appCompany = entity({
  code: z.string(),
  name: z.string(),
  logoUrl: z.string(),
  primaryColor: z.string(),
});

export const targetState = z.enum([
  'ringing',
  'joined',
  'refused',
  'missed',
  'left',
  'unreachable',
  'busy',
  // Tried to join a full call.
  'full',
]);
export type TargetState = z.infer<typeof targetState>;

/** A person of a call, the caller included. `annotationsColor` is unique within the call. */
export const callTarget = entity({ contact, state: targetState, annotationsColor: z.string() });
export type CallTarget = z.infer<typeof callTarget>;

const callFields = {
  uniqueId: id,
  callerUniqueId: id,
  subject: z.string(),
  cryptoSchema,
  productCode: z.nullable(z.string()),
  startDate: date,
  /** End of the ring. It moves on when people are added: a later one is another ring. */
  ringsUntil: date,
  /** «Call for help»: the first to answer gets the call. */
  forHelp: z.boolean(),
  targets: z.array(callTarget),
  caller: contact,
  isInstantCall: z.boolean(),
};
const callNames = { isInstantCall: 'IsIstantCall' } as const;

/** `subject` is sealed under `cryptoSchema` for every target. */
export const call = entity(callFields, callNames);
export type Call = z.infer<typeof call>;

/** `isLeftOpen`: the user is in it, but the page or the device is gone with which they are: they may come back, or leave. */
export const openCall = entity({ ...callFields, isLeftOpen: z.boolean() }, callNames);
export type OpenCall = z.infer<typeof openCall>;

/**
 * The user's part in a call: `token` opens the media side at `provider`, and the call's page list on the socket; the rest says how to
 * connect. `url`: the address of the media server; absent for `mesh`.
 */
export const participant = entity({
  token: z.string(),
  annotationsColor: z.string(),
  callTargets: z.array(callTarget),
  provider: z.enum(['mesh', 'livekit']),
  url: z.optional(z.string()),
  iceServers: z.array(
    z.object({ urls: z.array(z.string()), username: z.optional(z.string()), credential: z.optional(z.string()) }),
  ),
});
export type Participant = z.infer<typeof participant>;

/**
 * Reason why a call ended, stored in the history. `left`: the caller left before anybody answered, or the ring ended. `failed`: the
 * connection was lost.
 */
export const callReason = z.enum(['answered', 'declined', 'busy', 'missed', 'unreachable', 'failed', 'left', 'full']);
export type CallReason = z.infer<typeof callReason>;

/** `failed`: the connection to the others was lost and could not be restored. */
export const leaveReason = z.literal('failed');
export type LeaveReason = z.infer<typeof leaveReason>;

/**
 * The customer's reference and the tags of a call, written by a controller after it and sealed for its people under `cryptoSchema`.
 * `date` is their version.
 */
export const callLabels = entity({ labels: z.string(), cryptoSchema, date, author: person });
export type CallLabels = z.infer<typeof callLabels>;

const callRecord = {
  call,
  state: z.enum(['open', 'closed']),
  reason: z.nullable(callReason),
  startDate: date,
  endDate: z.nullable(date),
  durationSeconds: z.number(),
  picsCount: z.int(),
  messagesCount: z.int(),
  participants: z.array(entity({ contact, state: targetState })),
  /** Absent: none were written. */
  labels: z.optional(callLabels),
};
export const callHistoryItem = entity(callRecord);
export type CallHistoryItem = z.infer<typeof callHistoryItem>;

/**
 * Notes of a controller on a call, sealed for its people under `cryptoSchema`. An empty plain text means no notes. `uniqueId` changes
 * with each version, like the key.
 */
export const callNotes = entity({
  uniqueId: id,
  notes: z.string(),
  cryptoSchema,
  date,
  author: person,
});
export type CallNotes = z.infer<typeof callNotes>;

/** One call, with the fields that the list leaves out. */
export const callDetails = entity({ ...callRecord, notes: z.nullable(callNotes) });
export type CallDetails = z.infer<typeof callDetails>;

/** A snapshot. Its bytes come from `/storage/calls/{callId}/{imageFileName}`. */
export const callPic = entity({
  uniqueId: id,
  callUniqueId: id,
  imageFileName: z.string(),
  contactUniqueId: id,
  date,
  cryptoSchema,
  clientId: z.nullable(z.string()),
  /** Who took it, if they asked the device of `contactUniqueId` for it. Absent: `contactUniqueId` did. */
  takenByUniqueId: z.optional(id),
});
export type CallPic = z.infer<typeof callPic>;

/** Who pressed the button, whichever device stored the snapshot. */
export const takerOf = ({ contactUniqueId, takenByUniqueId }: CallPic) => takenByUniqueId ?? contactUniqueId;

/** Text as a browser's `Blob`, which moves between threads without copying. On the wire it is ordinary text. */
interface HeldText {
  text(): Promise<string>;
}
const isHeld = (value: unknown) =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'function';

/** A file in base64: of its bytes (scheme 0), or of the JSON text of an envelope (schemes 1 and 2). */
export type FileText = string | HeldText;
export const fileText = z
  .custom<FileText>((value) => (typeof value === 'string' ? value !== '' : isHeld(value)))
  .register(z.globalRegistry, { type: 'string', minLength: 1 });

export const textOf = async (file: FileText): Promise<string> => (typeof file === 'string' ? file : file.text());

/** A file as it is stored. */
export const storedFile = entity({ fileName: z.string(), base64: fileText, cryptoSchema });
export type StoredFile = z.infer<typeof storedFile>;

/** Spelled so on the wire. */
const wrapped = { encryptedKey: 'CriptedKey' } as const;

/** Scheme 1: `message` is base64 of salt (32 bytes) ‖ IV (16) ‖ AES-256-CBC text; each key is RSA-OAEP-SHA-256, base64. */
export const sealedEnvelope = entity({
  message: z.string(),
  recipientKeys: z.array(entity({ encryptedKey: z.string(), recipientId: id }, wrapped)),
});
export type SealedEnvelope = z.infer<typeof sealedEnvelope>;
/**
 * Scheme 2: `message` is base64 of nonce (12 bytes) ‖ AES-256-GCM text ‖ tag (16); each key is HPKE's, base64. `recipients` are those
 * chosen by the author; `recipientKeys` may have grown since. `docs/security.md` gives the exact format.
 */
export const signedEnvelope = entity({
  ...sealedEnvelope.shape,
  recipients: z.array(id),
  keyCommitment: z.string(),
  signature: z.string(),
});
export type SignedEnvelope = z.infer<typeof signedEnvelope>;

/** An envelope of either scheme. The signed one comes first, because parsed as the other it would lose its signature. */
export const anyEnvelope = z.union([signedEnvelope, sealedEnvelope]);
export type AnyEnvelope = z.infer<typeof anyEnvelope>;

/** A message key, wrapped for one person. */
export type RecipientKey = SealedEnvelope['recipientKeys'][number];

/** Kinds of sealed things in a call, each with a key of its own: text of a message, its file and the preview of that, snapshot, drawing on one, notes. */
export const sealedKind = z.enum(['message', 'file', 'preview', 'pic', 'drawing', 'notes']);
export type SealedKind = z.infer<typeof sealedKind>;

/** Base64 (RFC 4648, 4). */
const encryptedKey = z
  .string()
  .check(
    z.maxLength(SEALED_KEY_CHARS_MAX),
    z.regex(/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  );

/** A message key as somebody wraps it for another person. */
export const wrappedKey = entity({ encryptedKey, recipientId: id }, wrapped);

/** Key of one sealed thing (`uniqueId` of the message, snapshot, stored drawing or notes) for further people. */
export const sealedKeys = entity({
  kind: sealedKind,
  uniqueId: id,
  recipientKeys: z.array(wrappedKey).check(z.minLength(1), z.maxLength(SEALED_KEY_RECIPIENTS_MAX)),
});
export type SealedKeys = z.infer<typeof sealedKeys>;

/** The user's key to a sealed thing. */
export const ownKey = entity({ kind: sealedKind, uniqueId: id, encryptedKey }, wrapped);
export type OwnKey = z.infer<typeof ownKey>;

/** Refresh tokens rotate: each is valid once. */
export const authToken = entity({ token: z.string(), refreshToken: z.string(), deviceId: z.string() });
export type AuthToken = z.infer<typeof authToken>;

/** The user's private keys: the text of a JWK Set with private halves, or of a `keyVault` that only the user can open. */
const openKeys = { privateKey: z.string() } as const;
const protectedKeys = { keyVault: z.string() } as const;

export const ownKeys = z.union([entity(openKeys), entity(protectedKeys)]);
export type OwnKeys = z.infer<typeof ownKeys>;

export const login = z.union([
  entity({ token: authToken, ...openKeys }),
  entity({ token: authToken, ...protectedKeys }),
  /** True if the company requires protected keys and the user has none yet: they must be made first, and there are no keys here. */
  entity({ token: authToken, mustProtectKeys: z.literal(true) }),
]);
export type Login = z.infer<typeof login>;
