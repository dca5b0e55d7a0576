/** What the server says of itself to a directory (RFC 7643, 5 to 7; RFC 7644, 4). */
import { COUNT_MAX, LIST_SCHEMA } from './service';
import { USER_SCHEMA } from './user';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const serviceProviderConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: COUNT_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'A token that an administrator of the company makes in the back office, with access to people.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const userType = (base: string) => ({
  schemas: [TYPE_SCHEMA],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person of the company',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
});

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const primary = (description: string) => attribute('primary', description, { type: 'boolean', mutability: 'readOnly' });

export const userSchema = (base: string) => ({
  schemas: [SCHEMA_SCHEMA],
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person of the company',
  attributes: [
    attribute('userName', 'The name in the directory', { required: true, uniqueness: 'server' }),
    attribute('externalId', 'The id in the directory', { caseExact: true }),
    attribute('displayName', 'The name that others see; if absent, that of `name`'),
    attribute('name', 'The parts of the name', {
      type: 'complex',
      subAttributes: [
        attribute('formatted', 'The whole name'),
        attribute('givenName', 'First name'),
        attribute('familyName', 'Last name'),
      ],
    }),
    attribute('title', 'Job title'),
    attribute('active', 'False: the person is disabled', { type: 'boolean' }),
    attribute('emails', 'The address to which sign-in codes are sent; one is kept', {
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        attribute('value', 'The address', { required: true, uniqueness: 'server' }),
        attribute('type', 'Always `work`', { canonicalValues: ['work'], mutability: 'readOnly' }),
        primary('Always true'),
      ],
    }),
    attribute('roles', 'What the person may do; one is kept', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', 'The role', { canonicalValues: ['ADMIN', 'OPERATOR', 'ASSISTED'] }),
        primary('Always true'),
      ],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
});

/** All of a few resources, on one page. */
export const listOf = (resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
